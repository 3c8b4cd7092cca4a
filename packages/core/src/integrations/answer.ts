/** What the other side said, and whether asking again may help. */
import { OutboundError } from '@parley/service/outbound-errors';

/** A call that the other side refused or never answered. The message names the host and its words, never a secret. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** The HTTP or SMTP status, when there was an answer. */
  readonly responseStatus: number | null;
  /** False when the same call will be refused again until somebody changes something. */
  readonly transient: boolean;

  constructor(message: string, options: { responseStatus?: number | null; transient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.responseStatus = options.responseStatus ?? null;
    this.transient = options.transient;
  }
}

const longestQuote = 200;

/** An excerpt of an answer's body in one line. */
export function quote(text: string): string {
  const line = text
    .replaceAll(/<[^>]{0,500}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
}

/** 408, 425, 429 and server faults pass by themselves; other refusals don't. RFC 9110, section 15. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500;

/**
 * Makes a failure of any answer that is not a success.
 * @throws CallFailed
 */
export function expectSuccess(host: string, answer: { status: number; text: string }): void {
  if (answer.status >= 200 && answer.status < 300) return;
  const words = quote(answer.text);
  throw new CallFailed(`${host} answered ${answer.status}${words ? `: ${words}` : ''}`, {
    responseStatus: answer.status,
    transient: isTransientStatus(answer.status),
  });
}

/** Any failure as a `CallFailed`; what we don't know may well pass. */
export function asCallFailed(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error;
  if (error instanceof OutboundError)
    return new CallFailed(error.message, { transient: error.transient, cause: error });
  return new CallFailed(error instanceof Error ? error.message : 'The call failed.', { transient: true, cause: error });
}
