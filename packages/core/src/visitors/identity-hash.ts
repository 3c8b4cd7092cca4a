/** Verified identity: the website's own server vouches for an email by signing it. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether `hash` (`window.Parley.user.hash`) vouches for `email`: the hex HMAC-SHA256 of it, lower-cased or exactly as it
 * was written, with the website's secret.
 */
export function isIdentityHashValid(secret: string, email: string, hash: string | undefined): boolean {
  if (hash === undefined || !/^[0-9a-f]{64}$/i.test(hash)) return false;
  const given = Buffer.from(hash, 'hex');
  return [email, email.trim().toLowerCase()].some((text) =>
    timingSafeEqual(given, createHmac('sha256', secret).update(text).digest()),
  );
}

/** Returns the form in which an address that a website vouches for is stored and looked up. */
export const identityKeyOf = (email: string): string => email.trim().toLowerCase();
