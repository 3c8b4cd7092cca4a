/**
 * Why a call to the outside didn't work. Messages are shown to admins: they name the host that was asked for and what
 * happened in plain words, never an internal address, a header or a stack.
 */

export type OutboundCode = 'refused' | 'timeout' | 'too_large' | 'too_many_redirects' | 'unreachable';

/** Any failure of a call to the outside other than an answer with an error status. */
export class OutboundError extends Error {
  readonly code: OutboundCode;
  /** Whether trying again later may help. */
  readonly transient: boolean;
  /** Whether nothing of the call can have reached the other side: making it again makes it once. */
  readonly neverArrived: boolean;

  constructor(code: OutboundCode, message: string, transient: boolean, neverArrived = false) {
    super(message);
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
    super('timeout', `${host} did not answer within ${Math.round(milliseconds / 100) / 10} seconds.`, true);
  }
}

/** The answer is larger than allowed. */
export class OutboundTooLarge extends OutboundError {
  constructor(host: string, bytes: number) {
    super('too_large', `The answer of ${host} is larger than ${Math.round(bytes / 1024)} KiB.`, false);
  }
}

/** The other side sent on from address to address. */
export class OutboundTooManyRedirects extends OutboundError {
  constructor(host: string, limit: number) {
    super('too_many_redirects', `${host} redirected more than ${limit} times.`, false);
  }
}

/** No connection, or it broke: unknown name, refused, reset, bad certificate. */
export class OutboundUnreachable extends OutboundError {
  constructor(host: string, cause: unknown) {
    super('unreachable', `${host} ${whatHappened(cause)}.`, true, isBeforeSending(cause));
  }
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is not a known host name',
  EAI_AGAIN: 'could not be looked up right now',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  ETIMEDOUT: 'could not be reached',
  EHOSTUNREACH: 'could not be reached',
  ENETUNREACH: 'could not be reached',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a self-signed certificate in its chain',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate of an unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate of an unknown issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
  EPROTO: 'does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS there',
};

/** What may as well happen when a call was under way. */
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
    codes.some((code) => code in words || code === 'UND_ERR_CONNECT_TIMEOUT') &&
    codes.every((code) => !duringCall.has(code))
  );
}

function whatHappened(cause: unknown): string {
  if (cause instanceof Error && cause.name === 'HTTPParserError') return 'did not answer in HTTP';
  const known = codesOf(cause).find((code) => code in words);
  return (known === undefined ? undefined : words[known]) ?? 'could not be reached';
}
