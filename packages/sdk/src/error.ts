/** Refusals of the server, and calls without an answer. */
import type { ProblemCode, ProblemDetails } from '@parley/contracts/problems';

/** `unreachable`: no answer came; `unknown`: an answer that is none of Parley's, such as a proxy's. */
export type ParleyErrorCode = ProblemCode | 'unreachable' | 'unknown';

/**
 * A call that failed. `message` is a sentence for users, `code` is for programs to decide by.
 *
 * @example
 * if (error instanceof ParleyError && error.code === 'already_taken') …
 */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly code: ParleyErrorCode;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Entries, one per invalid field. */
  readonly fields: NonNullable<ProblemDetails['errors']>;
  /** Id of the call in the server's log. */
  readonly requestId: string | null;
  /** Seconds after which the server asks to try again. */
  readonly retryAfterSeconds: number | undefined;
  /** Change of another user that came first. */
  readonly inTheWay: ProblemDetails['inTheWay'];

  constructor(
    code: ParleyErrorCode,
    message: string,
    more: {
      status?: number;
      problem?: Partial<ProblemDetails>;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.status = more.status ?? 0;
    this.fields = more.problem?.errors ?? [];
    this.requestId = more.problem?.requestId ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.inTheWay = more.problem?.inTheWay;
  }
}

/** Reads a refusal: problem details, or what a proxy in between answered. */
export async function refusalOf(response: Response): Promise<ParleyError> {
  const { status } = response;
  const retryAfterSeconds = secondsUntil(response.headers.get('retry-after'));
  const problem = problemIn(await response.text().catch(() => ''));
  return problem
    ? new ParleyError(problem.code as ProblemCode, problem.detail, { status, problem, retryAfterSeconds })
    : new ParleyError('unknown', `The server answered ${status} ${response.statusText}`.trim(), {
        status,
        retryAfterSeconds,
      });
}

function problemIn(text: string): ProblemDetails | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const isProblem = typeof read === 'object' && read !== null && 'code' in read && 'detail' in read;
    return isProblem ? (read as ProblemDetails) : undefined;
  } catch {
    return undefined;
  }
}

/** Retry-After is a number of seconds, or a date (RFC 9110, 10.2.3). */
function secondsUntil(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
