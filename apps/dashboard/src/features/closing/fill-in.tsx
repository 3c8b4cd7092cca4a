import type { PendingMessage } from '@parley/client/outbox';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { filledInIfAsked, fillInWith } from '../../api/fill-in.ts';
import { useLive, usePending } from '../../live/live.tsx';
import { postOverHttp } from '../../live/outbox-door.ts';

const FillInDialog = lazy(() => import('./fill-in-dialog.tsx'));

interface Question {
  conversationId: string;
  keys: readonly string[];
  answer: (isFilledIn: boolean) => void;
}

/** Asks for the attributes that conversations lack before they are closed, one conversation after the other. */
export function FillIn() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  useEffect(
    () =>
      fillInWith(
        (conversationId, keys) =>
          new Promise((resolve) => {
            const question: Question = {
              conversationId,
              keys,
              answer(isFilledIn) {
                setQuestions((asked) => asked.filter((each) => each !== question));
                resolve(isFilledIn);
              },
            };
            setQuestions((asked) => [...asked, question]);
          }),
      ),
    [],
  );
  useFillInOfMessages();
  const [first] = questions;
  if (!first) return null;
  return (
    <Suspense fallback={null}>
      <FillInDialog key={`${first.conversationId} ${first.keys.join(' ')}`} {...first} />
    </Suspense>
  );
}

/** Asks for what a message that closes its conversation was refused for, and sends it again. */
function useFillInOfMessages() {
  const { outbox } = useLive();
  const pending = usePending();
  /** Messages under way; one that was refused before the page was loaded waits for its author. */
  const sending = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const message of pending) {
      const { clientMessageId, conversationId, code, state } = message;
      if (state !== 'failed' || code !== 'attributes_missing' || conversationId === null) continue;
      if (!sending.current.has(clientMessageId)) continue;
      void resend(conversationId, message).then((isSent) => isSent && outbox.retry(clientMessageId));
    }
    sending.current = new Set(
      pending.filter(({ state }) => state === 'sending').map(({ clientMessageId }) => clientMessageId),
    );
  }, [outbox, pending]);
}

/** Sends it over HTTP, which answers with what is missing. Returns whether it is stored. */
async function resend(conversationId: string, message: PendingMessage): Promise<boolean> {
  try {
    await filledInIfAsked(conversationId, () => postOverHttp(conversationId, message));
    return true;
  } catch {
    // It stays in the thread as unsent, with the reason and what can be done.
    return false;
  }
}
