import type { RefusalReason } from '@parley/contracts/messages/attachments';

/** A file that is not kept, and why. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`The file is refused: ${reason}.`);
    this.reason = reason;
  }
}
