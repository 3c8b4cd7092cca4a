/** The HTTP fallback of the outbox: docs/product.md#sending-a-message. */
import type { PendingMessage } from '@parley/client/outbox';
import { Refusal } from '@parley/client/refusal';
import type { Message } from '@parley/contracts/entities';
import { errorCodes } from '@parley/contracts/problems';
import { listMessages, postMessage } from '@parley/contracts/routes/conversations';
import { call } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';

const codeOf = (error: CallError) =>
  errorCodes.find((code) => code === error.code) ?? (error.status >= 500 ? 'unavailable' : 'invalid');

/** Sends a pending message of a conversation as the signed-in representative. */
export const postOverHttp = (
  conversationId: string,
  { content, clientMessageId, basedOnSeq, more }: PendingMessage,
): Promise<Message> =>
  call(postMessage, {
    body: {
      conversationId,
      clientMessageId,
      ...(content && { content }),
      ...(basedOnSeq !== undefined && { basedOnSeq }),
      ...more,
    },
  });

/** Sends a pending message as `postOverHttp`; an answered refusal becomes a Refusal with its code. */
export async function postPending(pending: PendingMessage): Promise<Message> {
  const { conversationId, basedOnSeq } = pending;
  if (!conversationId) throw new Refusal('invalid', 'A message needs a conversation.');
  try {
    return await postOverHttp(conversationId, pending);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const code = codeOf(error);
    const between =
      code === 'conversation_moved'
        ? await call(listMessages, { params: { id: conversationId }, query: { after: basedOnSeq ?? 0 } })
        : undefined;
    throw new Refusal(code, error.detail, {
      ...(between && { between }),
      ...(error.retryAfterSeconds !== undefined && { retryAfterMs: error.retryAfterSeconds * 1000 }),
    });
  }
}
