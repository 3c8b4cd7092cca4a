/** A reply on its way to the screens while it is written: pieces gathered, so that a fast model sends no flood of frames. */
import type { Publisher } from '../context.ts';
import { broadcastToConversation } from '../live/broadcast.ts';

const batchMs = 60;
/** Sends the whole text this often, so that clients that joined late or missed a piece catch up soon. */
const wholeEveryMs = 1_000;

export interface DeltaStream {
  push(text: string): void;
  /** Sends the pending text. Must be awaited before the reply's message is posted. */
  flush(): Promise<void>;
  /** Ends the reply: its message has been posted, or none will be. */
  end(): Promise<void>;
}

/** `replyId` is also the `clientMessageId` of the message the reply becomes. */
export function streamDeltas(
  context: { publisher: Publisher },
  { conversationId, replyId }: { conversationId: string; replyId: string },
): DeltaStream {
  let collected = '';
  let sent = '';
  let wholeAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  function send(piece: { at: number; text: string; done?: true }): void {
    const frame = { type: 'ai_delta', conversationId, replyId, ...piece } as const;
    // Only a hint to the screens: the message itself comes from the database.
    sending = sending.then(() => broadcastToConversation(context, conversationId, frame)).catch(() => undefined);
  }
  function sendCollected(): void {
    clearTimeout(timer);
    timer = undefined;
    if (collected === '') return;
    const piece = { at: sent.length, text: collected };
    sent += collected;
    collected = '';
    const isWholeDue = Date.now() - wholeAt >= wholeEveryMs;
    if (isWholeDue) wholeAt = Date.now();
    send(isWholeDue ? { at: 0, text: sent } : piece);
  }
  return {
    push(text) {
      collected += text;
      if (text !== '') timer ??= setTimeout(sendCollected, batchMs);
    },
    async flush() {
      sendCollected();
      await sending;
    },
    async end() {
      clearTimeout(timer);
      send({ at: sent.length, text: '', done: true });
      await sending;
    },
  };
}
