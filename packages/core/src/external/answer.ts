/** Represents failed calls to other systems: their answer, and whether trying again may help. */
import { englishOf, type LocalizedText, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import { OutboundError } from '@parley/service/outbound-errors';

/**
 * Failed call that the other side refused or never answered. The message contains the host and the answer's text, never
 * a secret.
 */
export class CallFailed extends Error {
  override readonly name: string = 'CallFailed';
  /** Message with its key, unless it is the other side's own text. */
  readonly localized: LocalizedText | undefined;
  /** The HTTP or SMTP status, when there was an answer. */
  readonly responseStatus: number | null;
  /** False if the same call would be refused again until its settings or its target change. */
  readonly transient: boolean;
  /** Minimum wait that the other side asks for. */
  readonly retryAfterMs: number;

  constructor(
    message: Text,
    options: { responseStatus?: number | null; transient: boolean; retryAfterMs?: number; cause?: unknown },
  ) {
    super(englishOf(message), { cause: options.cause });
    this.localized = localizedOf(message);
    this.retryAfterMs = options.retryAfterMs ?? 0;
    this.responseStatus = options.responseStatus ?? null;
    this.transient = options.transient;
  }
}

const longestQuote = 200;
/** Number of characters of an answer that are searched for text. */
const longestLook = 4_096;
/** No secret of ours is longer: one that begins within the look is seen whole. */
const longestSecret = 2_000;

/**
 * Returns an excerpt of an answer's body in one line, without our secrets: some servers repeat the address or the key.
 * Takes the same time for every length.
 */
export function quote(text: string, secrets: readonly string[] = []): string {
  let seen = text.slice(0, longestLook + longestSecret);
  for (const secret of secrets) if (secret !== '') seen = seen.replaceAll(secret, '…');
  const line = seen
    .slice(0, longestLook)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
}

/** Limits for calls that need only the status and the beginning of the answer: the rest is not read. */
export const wordsOnly = { maxBytes: 4 * (longestLook + longestSecret), beginningIsEnough: true } as const;

/** Shorter parts of an address are words such as `services`, not secrets. */
const shortestSecretPart = 6;

/** Everything of an address that opens it, in the spellings in which it may come back: all but the host. */
export function secretsOf(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [address];
  const values = [...url.searchParams.values(), ...url.search.split(/[?&=]/)];
  const parts = [...url.pathname.split('/'), ...values, url.username, url.password, url.hash.slice(1)];
  const long = parts.filter((part) => part.length >= shortestSecretPart);
  const whole = [url.pathname + url.search, url.pathname].filter((path) => path !== '/');
  const spellings = [...whole, ...long].flatMap((part) => [part, readable(part)]);
  return [...new Set(spellings)].toSorted((one, other) => other.length - one.length);
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray `%`: it has one spelling.
    return text;
  }
}

/** 408, 425, 429 and server faults pass by themselves; other refusals don't. RFC 9110, section 15. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500;

/** Reads `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3). Without one it is 0. */
export function readRetryAfter(header: string | undefined, longestMs: number, now = Date.now()): number {
  if (!header) return 0;
  const waitMs = /^\d+(?:\.\d+)?$/.test(header) ? Math.ceil(Number(header) * 1000) : Date.parse(header) - now;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), longestMs) : 0;
}

/** Returns how a host has answered: its status, and what it said without our secrets. */
export function answeredWith(
  host: string,
  { status, text }: { status: number; text: string },
  secrets: readonly string[] = [],
): LocalizedText {
  const words = quote(text, secrets);
  return words ? localize('answered_with', { host, status, words }) : localize('answered', { host, status });
}

/**
 * Throws for an answer without a success status; `secrets` are removed from its message. `retryAfterMs` is the wait that
 * the other side asks for.
 * @throws CallFailed
 */
export function expectSuccess(
  host: string,
  answer: { status: number; text: string },
  secrets: readonly string[] = [],
  retryAfterMs = 0,
): void {
  if (answer.status >= 200 && answer.status < 300) return;
  throw new CallFailed(answeredWith(host, answer, secrets), {
    responseStatus: answer.status,
    transient: isTransientStatus(answer.status),
    retryAfterMs,
  });
}

/** Converts any failure; unknown ones count as transient. */
export function asCallFailed(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error;
  if (error instanceof OutboundError) return new CallFailed(error.words, { transient: error.transient, cause: error });
  return new CallFailed(error instanceof Error ? error.message : localize('call_failed'), {
    transient: true,
    cause: error,
  });
}
