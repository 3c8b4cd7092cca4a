import { Suspense, useState } from 'react';
import { lazyPart } from '../../loading/part.tsx';
import { type InboxesProps, InboxStrip } from './inbox-strip.tsx';

const MoreInboxes = lazyPart(() => import('./more-inboxes.tsx'));

/** The lists of open work, and a menu of the others. */
export function InboxBar(props: InboxesProps) {
  /** Button of the menu while that is open. */
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <InboxStrip {...props} onMore={setButton} isMoreOpen={button !== null} />
      <Suspense>{button && <MoreInboxes {...props} button={button} onClose={() => setButton(null)} />}</Suspense>
    </>
  );
}
