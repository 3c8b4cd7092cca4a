import type { UnreadReason } from './reader.ts';

/** Something could not be read. */
export class Unread extends Error {
  readonly reason: UnreadReason;
  constructor(reason: UnreadReason) {
    super(reason);
    this.reason = reason;
  }
}
