/** A broadcast as it arrives at this node. */
import { type BroadcastHead, unpackHead } from '@parley/contracts/live';

export interface Received extends BroadcastHead {
  /** Its text as it is written to sockets. */
  frame: Buffer;
}

const newLine = 0x0a;

/** Reads a broadcast; its frame stays where Redis' answer was read to. Undefined for what `packBroadcast` did not make. */
export function receive(packed: Buffer): Received | undefined {
  const end = packed.indexOf(newLine);
  const head = end < 0 ? undefined : unpackHead(packed.toString('latin1', 0, end));
  return head && { ...head, frame: packed.subarray(end + 1) };
}
