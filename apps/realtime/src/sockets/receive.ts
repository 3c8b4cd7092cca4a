/** What is done with each frame that arrives. */
import type { ClientFrame } from '@parley/contracts/frames';
import { socketMalformedFramesInARow } from '@parley/contracts/limits';
import { Problem } from '@parley/contracts/problems';
import { closeCodes } from '@parley/contracts/socket';
import type { Caller } from '@parley/core/callers';
import type { Gateway } from '../gateway.ts';
import { sendMessage } from '../messages/send.ts';
import { visit } from '../presence/visit.ts';
import { join, leave } from '../rooms/join.ts';
import { receipt } from '../rooms/receipts.ts';
import { typing } from '../rooms/typing.ts';
import type { Allowance } from './allowance.ts';
import type { Connection } from './connection.ts';
import { encodeFrame } from './encode.ts';
import { parseFrame } from './parse.ts';
import { about, errorFrame } from './refuse.ts';
import type { TokenBucket } from './token-bucket.ts';

const pong = encodeFrame({ type: 'pong' });
const tooFast = 'Too fast. Please wait a moment.';

/**
 * Takes one frame. What the frames of a socket ask for is done one after the other, so that messages are stored in the
 * order they were sent; a refused frame is answered with `error`, ten malformed ones in a row, or more frames of any
 * kind than anybody who means well sends, end the socket.
 */
export function receive(gateway: Gateway, connection: Connection, data: Buffer, isBinary: boolean): void {
  const { figures, context } = gateway;
  figures.framesIn += 1;
  connection.isAlive = true;
  if (!connection.admits()) return;
  const parsed = parseFrame(data, isBinary);
  if ('noFrame' in parsed) {
    const { code, message, clientMessageId } = parsed.noFrame;
    figures.malformed += 1;
    connection.malformedInARow += 1;
    connection.send({ type: 'error', code, message, ...(clientMessageId && { clientMessageId }) });
    if (connection.malformedInARow >= socketMalformedFramesInARow) {
      connection.close(closeCodes.policyViolation, 'Too many malformed frames');
    }
    return;
  }
  connection.malformedInARow = 0;
  connection.hasSpoken = true;
  const { frame } = parsed;
  if (frame.type === 'ping') return connection.write(pong);
  const waitMs = bucketFor(connection.allowance, frame).take();
  // Silently: what is told too often is no less true.
  if (frame.type === 'typing' && waitMs > 0) return;

  if (frame.type === 'send_message' || frame.type === 'typing') gateway.renew(connection);
  const isTaken =
    waitMs === 0 &&
    connection.queue(async () => {
      try {
        assertHonest(connection.caller, frame);
        if (frame.type === 'send_message') await passCommonLimit(gateway, connection);
        await act(gateway, connection, frame);
      } catch (error) {
        connection.send(errorFrame(error, about(frame), context.log));
      }
    });
  if (isTaken) return;
  figures.limited += 1;
  connection.send({
    type: 'error',
    code: 'rate_limited',
    message: tooFast,
    ...about(frame),
    retryAfterMs: waitMs || 1_000,
  });
}

/** The limit that a frame counts against on this node. */
function bucketFor(allowance: Allowance, { type }: ClientFrame): TokenBucket {
  if (type === 'send_message') return allowance.sends;
  if (type === 'typing') return allowance.typings;
  return type === 'visit' ? allowance.visits : allowance.others;
}

/** @throws Problem `rate_limited` when the person has sent too much elsewhere; it costs nothing here then */
async function passCommonLimit({ sendLimit, figures }: Gateway, { caller, allowance }: Connection): Promise<void> {
  const waitMs = await sendLimit(caller);
  if (waitMs === 0) return;
  allowance.sends.giveBack();
  figures.limited += 1;
  throw new Problem('rate_limited', tooFast, { retryAfterSeconds: waitMs / 1000 });
}

/** What a frame claims about its sender must agree with who that is. @throws Problem `forbidden` */
function assertHonest(caller: Caller, frame: ClientFrame): void {
  const [id, type] = caller.kind === 'staff' ? [caller.user.id, 'representative'] : [caller.visitorId, 'customer'];
  const isHonest =
    (!('userId' in frame) || (frame.userId ?? id) === id) &&
    (!('senderId' in frame) || (frame.senderId ?? id) === id) &&
    (!('senderType' in frame) || (frame.senderType ?? type) === type);
  if (!isHonest) throw new Problem('forbidden', 'The frame claims to be from somebody else.');
}

async function act(gateway: Gateway, connection: Connection, frame: ClientFrame): Promise<void> {
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
    case 'visit':
      return visit(gateway, connection, frame);
    case 'ping':
  }
}
