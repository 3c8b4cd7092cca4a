import { lazy, Suspense, useEffect, useState } from 'react';
import { askWith } from '../../api/step-up.ts';

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'));

/** Asks once for all calls that need a new proof of identity; they go on, or stay refused, together. */
export function StepUp() {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null);
  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    return askWith(() => {
      waiting ??= new Promise<boolean>((resolve) =>
        setAnswer(() => (isProven: boolean) => {
          waiting = undefined;
          setAnswer(null);
          resolve(isProven);
        }),
      );
      return waiting;
    });
  }, []);
  if (!answer) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog onProven={() => answer(true)} onClose={() => answer(false)} />
    </Suspense>
  );
}
