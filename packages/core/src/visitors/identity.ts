/** Verified identity: the website's own server vouches for an email by signing it. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hex HMAC-SHA256 of the lower-cased email with the website's secret: what `window.Parley.user.hash` must hold. */
export function identityHash(secret: string, email: string): string {
  return createHmac('sha256', secret).update(email.trim().toLowerCase()).digest('hex');
}

/** Whether `hash` vouches for `email`. Also accepts the hash of the email exactly as it was written. */
export function vouchesFor(secret: string, email: string, hash: string | undefined): boolean {
  if (hash === undefined || !/^[0-9a-f]{64}$/i.test(hash)) return false;
  const given = Buffer.from(hash, 'hex');
  return [email, email.trim().toLowerCase()].some((text) =>
    timingSafeEqual(given, createHmac('sha256', secret).update(text).digest()),
  );
}
