import { LiveProvider } from '../live/live.tsx';
import { FillIn } from '../features/closing/fill-in.tsx';
import { StepUp } from '../features/account/step-up.tsx';
import { Layout } from './layout.tsx';

/** Screens behind the guard, in their frame, on one live channel. */
export default function SignedIn() {
  return (
    <LiveProvider>
      <Layout />
      <StepUp />
      <FillIn />
    </LiveProvider>
  );
}
