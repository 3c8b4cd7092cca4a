/** A broadcast as it arrives at this node. */
import { type BroadcastHead, unpackHead } from '@parley/contracts/live';
import { frameInPlace } from './sockets/encode-frame.ts';

export interface Received extends BroadcastHead {
  /** As it is written to sockets, header included. */
  frame: Buffer;
}

const newLine = 0x0a;

/**
 * The frame stays where Redis' answer was read to: its websocket header is written over the end of the line before it, which
 * has been read. So `packed` can be received once. Undefined for what `packBroadcast` did not make.
 */
export function receive(packed: Buffer): Received | undefined {
  const end = packed.indexOf(newLine);
  const head = end < 0 ? undefined : unpackHead(packed.toString('latin1', 0, end));
  return head && { ...head, frame: frameInPlace(packed, end + 1) };
}
