import { Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useMe } from '../../auth/auth.tsx';
import { runCommand } from '../../commands/commands.ts';
import { pushWords } from '../../i18n/en/push.ts';
import { useFrames } from '../../live/live.tsx';
import { onNewVersion, onWorker, registerWorker, tellWorker } from '../../loading/service-worker.ts';
import { lazyPart } from '../../loading/part.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { renew } from './subscription.ts';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

/** Connects the page with its service worker, and follows addresses that the system opens the app with. */
export default function AppWorker() {
  const me = useMe();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [isSharing, setSharing] = useState(false);

  useEffect(() => {
    let stop: (() => void) | undefined;
    const left = new AbortController();
    registerWorker().then(
      (registration) => {
        if (left.signal.aborted) return;
        stop = onNewVersion(registration, (take) =>
          toast({ title: pushWords('newVersion'), action: { label: pushWords('reload'), run: take } }),
        );
        // Without a network it is renewed next time.
        renew(me).catch(() => undefined);
      },
      // The app works without it, too.
      () => undefined,
    );
    return () => {
      left.abort();
      stop?.();
    };
  }, [me]);

  useFrames(
    useCallback((frame) => {
      if (frame.type === 'notifications_changed') void tellWorker({ type: 'read', tags: [], unread: frame.unread });
    }, []),
  );

  useEffect(() => onWorker((message) => message.type === 'go' && void navigate(message.path)), [navigate]);

  const [isStarting, isShared, isReplying] = [query.has('start'), query.has('shared'), query.has('reply')];
  useEffect(() => {
    if (!isStarting && !isShared && !isReplying) return;
    if (isShared) setSharing(true);
    if (isStarting) runCommand('start');
    if (isReplying) runCommand('reply');
    setQuery(
      (before) => {
        for (const name of ['start', 'shared', 'reply']) before.delete(name);
        return before;
      },
      { replace: true },
    );
  }, [isStarting, isShared, isReplying, setQuery]);

  return <Suspense>{isSharing && <ShareDialog onClose={() => setSharing(false)} />}</Suspense>;
}
