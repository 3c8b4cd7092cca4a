/**
 * Why a call to the outside didn't work. Messages are shown to admins: they name the host that was asked for and what
 * happened in plain words, never an internal address, a header or a stack.
 */

import { englishOf, localize, type MessageKey, type Text } from '@parley/contracts/i18n/server-texts';

export type OutboundCode = 'refused' | 'timeout' | 'too_large' | 'too_many_redirects' | 'unreachable';

/** Any failure of a call to the outside other than an answer with an error status. */
export class OutboundError extends Error {
  readonly code: OutboundCode;
  /** Whether trying again later may help. */
  readonly transient: boolean;
  /** Whether nothing of the call can have reached the other side: making it again makes it once. */
  readonly neverArrived: boolean;
  readonly words: Text;

  constructor(code: OutboundCode, words: Text, transient: boolean, neverArrived = false) {
    super(englishOf(words));
    this.words = words;
    this.name = new.target.name;
    this.code = code;
    this.transient = transient;
    this.neverArrived = neverArrived;
  }
}

/** The address may not be called: wrong scheme, credentials in it, or it leads into a private network. */
export class OutboundRefused extends OutboundError {
  constructor(message: string) {
    super('refused', message, false, true);
  }
}

/** The other side took longer than allowed, over everything from looking up its name to the last byte. */
export class OutboundTimeout extends OutboundError {
  constructor(host: string, milliseconds: number) {
    super('timeout', localize('timed_out', { host, seconds: Math.round(milliseconds / 100) / 10 }), true);
  }
}

/** The answer is larger than allowed. */
export class OutboundTooLarge extends OutboundError {
  constructor(host: string, bytes: number) {
    super('too_large', localize('too_large', { host, size: Math.round(bytes / 1024) }), false);
  }
}

/** The other side sent on from address to address. */
export class OutboundTooManyRedirects extends OutboundError {
  constructor(host: string, limit: number) {
    super('too_many_redirects', localize('too_many_redirects', { host, limit }), false);
  }
}

/** No connection, or it broke: unknown name, refused, reset, bad certificate. */
export class OutboundUnreachable extends OutboundError {
  constructor(host: string, cause: unknown) {
    super('unreachable', localize(whatHappened(cause), { host }), true, isBeforeSending(cause));
  }
}

type Unreachable = Extract<
  MessageKey,
  | 'unknown_host'
  | 'lookup_failed'
  | 'connection_refused'
  | 'connection_closed'
  | 'unreachable'
  | 'no_tls'
  | 'no_http'
  | `certificate_${string}`
>;

const reasons: Readonly<Record<string, Unreachable>> = {
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'lookup_failed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  UND_ERR_SOCKET: 'connection_closed',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  CERT_HAS_EXPIRED: 'certificate_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_chain_self_signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown_issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_other_name',
  EPROTO: 'no_tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
};

/** Failures that can also happen during a call. */
const duringCall = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']);

/** The failure's codes, its causes' and those of the attempts it sums up. */
function codesOf(cause: unknown): string[] {
  if (!(cause instanceof Error)) return [];
  const nested: unknown[] = cause instanceof AggregateError ? cause.errors : [];
  return [cause, ...nested, cause.cause].flatMap((one) =>
    one instanceof Error && 'code' in one ? [String(one.code)] : [],
  );
}

/** Finding the host, connecting or agreeing on encryption has failed. */
function isBeforeSending(cause: unknown): boolean {
  const codes = codesOf(cause);
  return (
    codes.some((code) => code in reasons || code === 'UND_ERR_CONNECT_TIMEOUT') &&
    codes.every((code) => !duringCall.has(code))
  );
}

function whatHappened(cause: unknown): Unreachable {
  if (cause instanceof Error && cause.name === 'HTTPParserError') return 'no_http';
  const known = codesOf(cause).find((code) => code in reasons);
  return (known === undefined ? undefined : reasons[known]) ?? 'unreachable';
}
