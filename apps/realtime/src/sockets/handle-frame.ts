/** What is done with each frame that arrives. */
import type { ClientFrame } from '@parley/contracts/frames';
import { socketMalformedFramesInARow } from '@parley/contracts/limits';
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
import type { Connection } from './connection.ts';
import { encodeFrame } from './encode-frame.ts';
import { parseFrame } from './parse-frame.ts';
import { requestIds, errorFrame } from './error-frame.ts';
import type { TokenBucket } from './token-bucket.ts';

const pong = encodeFrame({ type: 'pong' });
const tooFast = 'Too fast. Please wait a moment.';

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
  const { frame } = parsed;
  if (frame.type === 'ping') return connection.write(pong);
  const waitMs = bucketFor(connection.rateLimits, frame).take();
  // Silently: what is told too often is no less true.
  if (frame.type === 'typing' && waitMs > 0) return;

  if (frame.type === 'send_message' || frame.type === 'typing') gateway.renewSession(connection);
  if (waitMs === 0 && connection.queue(() => perform(gateway, connection, frame))) return;
  metrics.limited += 1;
  connection.send({
    type: 'error',
    code: 'rate_limited',
    message: tooFast,
    ...requestIds(frame),
    retryAfterMs: waitMs || 1_000,
  });
}

/** Does what a frame asks for, or answers why not. */
async function perform(gateway: Gateway, connection: Connection, frame: ClientFrame): Promise<void> {
  try {
    assertClaimedSender(connection.caller, frame);
    if (changing.has(frame.type) && connection.caller.kind === 'staff') {
      refuseKeyWithout(connection.caller, ['write']);
    }
    if (frame.type === 'send_message') await checkSendLimit(gateway, connection);
    await dispatchFrame(gateway, connection, frame);
  } catch (error) {
    connection.send(errorFrame(error, requestIds(frame), gateway.context.log));
  }
}

/** What an API key needs `write` for. */
const changing: ReadonlySet<ClientFrame['type']> = new Set(['send_message', 'typing', 'read', 'delivered']);

/** The limit that a frame counts against on this node. */
function bucketFor(limits: RateLimits, { type }: ClientFrame): TokenBucket {
  if (type === 'send_message') return limits.sends;
  if (type === 'typing') return limits.typings;
  return type === 'visit' ? limits.visits : limits.others;
}

/** @throws Problem `rate_limited` when the person has sent too much elsewhere; it costs nothing here then */
async function checkSendLimit({ sendLimit, metrics }: Gateway, { caller, rateLimits }: Connection): Promise<void> {
  const waitMs = await sendLimit(caller);
  if (waitMs === 0) return;
  rateLimits.sends.giveBack();
  metrics.limited += 1;
  throw new Problem('rate_limited', tooFast, { retryAfterSeconds: waitMs / 1000 });
}

/** What a frame claims about its sender must agree with who that is. @throws Problem `forbidden` */
function assertClaimedSender(caller: Caller, frame: ClientFrame): void {
  const [id, type] = caller.kind === 'staff' ? [caller.user.id, 'representative'] : [caller.visitorId, 'customer'];
  const isHonest =
    (!('userId' in frame) || (frame.userId ?? id) === id) &&
    (!('senderId' in frame) || (frame.senderId ?? id) === id) &&
    (!('senderType' in frame) || (frame.senderType ?? type) === type);
  if (!isHonest) throw new Problem('forbidden', 'The frame claims to be from somebody else.');
}

async function dispatchFrame(gateway: Gateway, connection: Connection, frame: ClientFrame): Promise<void> {
  switch (frame.type) {
    case 'join_conversation':
      return join(gateway, connection, frame);
    case 'leave_conversation':
      return leave(gateway, connection, frame.conversationId);
    case 'send_message':
      return sendMessage(gateway, connection, frame);
    case 'typing':
      return typing(gateway, connection, frame);
    case 'read':
    case 'delivered':
      return receipt(gateway, connection, frame);
    case 'watch_viewers':
      return watchViewers(gateway, connection, frame);
    case 'visit':
      return visit(gateway, connection, frame);
    case 'ping':
  }
}
