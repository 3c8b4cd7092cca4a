/** An answered refusal of the server, as calls and the outbox tell each other of it. */
import type { Message } from '@parley/contracts/entities';
import type { ErrorCode } from '@parley/contracts/problems';

/** Why the server did not store a message. Throw it from `post` for an answered refusal; anything else is retried. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly retryAfterMs: number | undefined;
  readonly between: readonly Message[] | undefined;
  /** Message key of the server's sentence. */
  readonly messageKey: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<Pick<Refusal, 'retryAfterMs' | 'between' | 'messageKey'>> = {},
  ) {
    super(message);
    this.code = code;
    this.retryAfterMs = more.retryAfterMs;
    this.between = more.between;
    this.messageKey = more.messageKey;
  }
}

/** Whether it is a refusal, also one of another bundle, which has a class of its own. */
export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && error.name === 'Refusal';
