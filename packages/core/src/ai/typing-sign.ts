/** The sign that the assistant is writing, from the moment a reply is begun: a model takes seconds for its first word. */
import type { Context } from '../context.ts';
import { broadcastToConversation } from '../live/broadcast.ts';

/** Clients forget the sign after six seconds. */
const repeatMs = 3_000;

export interface TypingSign {
  /** Takes the sign away; `isContinued` where another reply goes on showing it. */
  end(options?: { isContinued?: boolean }): Promise<void>;
}

/** Shows the sign in a conversation until it is ended. */
export function showTyping(context: Pick<Context, 'publisher'>, conversationId: string): TypingSign {
  const send = (isTyping: boolean): Promise<void> =>
    broadcastToConversation(context, conversationId, {
      type: 'typing',
      conversationId,
      senderType: 'ai',
      senderId: null,
      senderName: null,
      isTyping,
      // Only a hint to the screens.
    }).catch(() => undefined);
  let sending = send(true);
  const timer = setInterval(() => {
    sending = sending.then(() => send(true));
  }, repeatMs);
  return {
    async end({ isContinued = false } = {}) {
      clearInterval(timer);
      await sending;
      if (!isContinued) await send(false);
    },
  };
}
