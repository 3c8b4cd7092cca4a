/** Handlers of each frame that arrives. */
import type { ClientFrame, ClientFrameOf } from '@parley/contracts/frames';
import { socketMalformedFramesInARow } from '@parley/contracts/frames/limits';
import { Problem } from '@parley/contracts/problems';
import { closeCodes } from '@parley/contracts/socket';
import type { Caller } from '@parley/core/callers';
import { refuseKeyWithout } from '@parley/core/permissions/api-key-caller';
import type { Gateway } from '../gateway.ts';
import { sendMessage } from '../messages/send.ts';
import { visit } from '../presence/visit.ts';
import { watchViewers } from '../presence/watch.ts';
import { join, leave } from '../rooms/join.ts';
import { receipt } from '../rooms/receipts.ts';
import { typing } from '../rooms/typing.ts';
import type { RateLimits } from './rate-limits.ts';
import { type Connection, textOf } from './connection.ts';
import { parseFrame } from './parse-frame.ts';
import { requestIds, errorFrame } from './error-frame.ts';

const pong = textOf({ type: 'pong' });
const tooFast = 'Too fast. Please wait a moment.';

interface Handler<T extends ClientFrame['type']> {
  /** Limit that the frame counts against on this node. Without one it is handled at once, before those that wait. */
  limit?: keyof RateLimits;
  /** Beyond its limit the frame is dropped without an answer: what is sent too often is still true. */
  isDroppable?: true;
  /** The frame is a sign that its sender is at work, so it renews their session. */
  renewsSession?: true;
  /** An API key needs `write` for it. */
  isWrite?: true;
  handle: (gateway: Gateway, connection: Connection, frame: ClientFrameOf<T>) => void | Promise<void>;
}

/** How each frame of a client is handled. */
const handlers: { [T in ClientFrame['type']]: Handler<T> } = {
  join_conversation: { limit: 'others', handle: join },
  leave_conversation: {
    limit: 'others',
    handle: (gateway, connection, { conversationId }) => leave(gateway, connection, conversationId),
  },
  send_message: {
    limit: 'sends',
    renewsSession: true,
    isWrite: true,
    handle: async (gateway, connection, frame) => {
      await checkSendLimit(gateway, connection);
      await sendMessage(gateway, connection, frame);
    },
  },
  typing: { limit: 'typings', isDroppable: true, renewsSession: true, isWrite: true, handle: typing },
  read: { limit: 'others', isWrite: true, handle: receipt },
  delivered: { limit: 'others', isWrite: true, handle: receipt },
  watch_viewers: { limit: 'others', handle: watchViewers },
  visit: { limit: 'visits', handle: visit },
  active: { limit: 'typings', isDroppable: true, renewsSession: true, handle: () => undefined },
  focus: {
    limit: 'typings',
    handle: ({ presence }, connection, { isFocused }) => presence.setFocused(connection, isFocused),
  },
  ping: { handle: (_gateway, connection) => connection.write(pong) },
};

/**
 * Takes one frame. What the frames of a socket ask for is done one after the other, so that messages are stored in the
 * order they were sent; a refused frame is answered with `error`, ten malformed ones in a row, or more frames of any
 * kind than anybody who means well sends, end the socket.
 */
export function handleFrame(gateway: Gateway, connection: Connection, data: Buffer, isBinary: boolean): void {
  const { metrics } = gateway;
  metrics.framesIn += 1;
  connection.isAlive = true;
  if (!connection.countFrame()) return;
  const parsed = parseFrame(data, isBinary);
  if ('invalid' in parsed) {
    const { code, message, clientMessageId } = parsed.invalid;
    metrics.malformed += 1;
    connection.malformedInARow += 1;
    connection.send({ type: 'error', code, message, ...(clientMessageId && { clientMessageId }) });
    if (connection.malformedInARow >= socketMalformedFramesInARow) {
      connection.close(closeCodes.policyViolation, 'Too many malformed frames');
    }
    return;
  }
  connection.malformedInARow = 0;
  connection.hasSentFrame = true;
  dispatch(gateway, connection, parsed.frame.type, parsed.frame);
}

/** Handles a frame in its turn and within its limits. */
function dispatch<T extends ClientFrame['type']>(
  gateway: Gateway,
  connection: Connection,
  type: T,
  frame: ClientFrameOf<T>,
): void {
  const handler = handlers[type];
  if (!handler.limit) return void handler.handle(gateway, connection, frame);
  const waitMs = connection.rateLimits[handler.limit].take();
  if (waitMs > 0 && handler.isDroppable) return;
  if (handler.renewsSession) gateway.renewSession(connection);
  if (waitMs === 0 && connection.queue(() => perform(gateway, connection, handler, frame))) return;
  gateway.metrics.limited += 1;
  connection.send({
    type: 'error',
    code: 'rate_limited',
    message: tooFast,
    ...requestIds(frame),
    retryAfterMs: waitMs || 1_000,
  });
}

/** Does what a frame asks for, or answers why not. */
async function perform<T extends ClientFrame['type']>(
  gateway: Gateway,
  connection: Connection,
  { isWrite, handle }: Handler<T>,
  frame: ClientFrameOf<T>,
): Promise<void> {
  try {
    assertClaimedSender(connection.caller, frame);
    if (isWrite && connection.caller.kind === 'staff') refuseKeyWithout(connection.caller, ['write']);
    await handle(gateway, connection, frame);
  } catch (error) {
    connection.send(errorFrame(error, requestIds(frame), gateway.context.log));
  }
}

/** @throws Problem `rate_limited` when the person has sent too much elsewhere; it costs nothing here then */
async function checkSendLimit({ sendLimit, metrics }: Gateway, { caller, rateLimits }: Connection): Promise<void> {
  const waitMs = await sendLimit(caller);
  if (waitMs === 0) return;
  rateLimits.sends.giveBack();
  metrics.limited += 1;
  throw new Problem('rate_limited', tooFast, { retryAfterSeconds: waitMs / 1000 });
}

/** Compares the sender that a frame claims with the caller. @throws Problem `forbidden` */
function assertClaimedSender(caller: Caller, frame: ClientFrame): void {
  const [id, type] = caller.kind === 'staff' ? [caller.user.id, 'representative'] : [caller.visitorId, 'customer'];
  const isHonest =
    (!('userId' in frame) || (frame.userId ?? id) === id) &&
    (!('senderId' in frame) || (frame.senderId ?? id) === id) &&
    (!('senderType' in frame) || (frame.senderType ?? type) === type);
  if (!isHonest) throw new Problem('forbidden', 'The frame claims to be from another sender.');
}
