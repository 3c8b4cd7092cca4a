/** Codes of an app: TOTP (RFC 6238) as every app speaks it, SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth';

/** Encryption purpose of the secrets. */
export const totpPurpose = 'totp secret';

const period = 30;
/** RFC 6238 wants 160 bits with SHA-1. */
const secretBytes = 20;
/** A code of the step before or after counts too: clocks differ. */
const window = 1;

export interface NewTotp {
  /** Base32, for typing it in. */
  secret: string;
  /** `otpauth://…`, for the QR code. */
  uri: string;
}

/** A new secret for `account`, as the app shows it under the installation's name. */
export function newTotp(issuer: string, account: string): NewTotp {
  const secret = new Secret({ size: secretBytes });
  const totp = new TOTP({ issuer, label: account, algorithm: 'SHA1', digits: 6, period, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/** Returns the time step of this code, compared in constant time; undefined if the code is not one of about now. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
}
