/** From a failure to the `error` frame that tells of it: the one place of this door where that happens. */
import type { ClientFrame, ServerFrameOf } from '@parley/contracts/frames';
import { Problem } from '@parley/contracts/problems';
import { ConversationMoved } from '@parley/core/messages/post';
import { lostDependency } from '@parley/service/errors';
import type { Logger } from '@parley/service/logger';

/** IDs of the refused request, if known. */
type RequestIds = Pick<ServerFrameOf<'error'>, 'clientMessageId' | 'conversationId'>;

/** Returns the IDs of a frame, for the error that refuses it. */
export function requestIds(frame: ClientFrame): RequestIds {
  return {
    ...('clientMessageId' in frame && frame.clientMessageId !== undefined
      ? { clientMessageId: frame.clientMessageId }
      : {}),
    ...('conversationId' in frame && frame.conversationId !== undefined
      ? { conversationId: frame.conversationId }
      : {}),
  };
}

/** A problem in the caller's words; anything else as `unavailable` or `internal`, its details in the log only. */
export function errorFrame(error: unknown, subject: RequestIds, log: Logger): ServerFrameOf<'error'> {
  if (error instanceof Problem) {
    const { code, message, retryAfterSeconds } = error;
    return {
      type: 'error',
      code,
      message,
      ...subject,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterSeconds * 1000) }),
      ...(error instanceof ConversationMoved ? { messages: error.messages } : {}),
    };
  }
  if (lostDependency(error)) {
    log.warn({ err: error }, 'a frame failed because a dependency is away');
    const message = 'Something is away right now. Please try again.';
    return { type: 'error', code: 'unavailable', message, ...subject, retryAfterMs: 2_000 };
  }
  log.error({ err: error }, 'a frame failed');
  return { type: 'error', code: 'internal', message: 'Something went wrong. Please try again.', ...subject };
}
