/** Signing and checking webhooks as Standard Webhooks asks: https://github.com/standard-webhooks/standard-webhooks */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { signatureMinutes } from '@parley/contracts/channels/limits';

const secretPrefix = 'whsec_';

/** A new signing secret: 24 random bytes in base64 behind `whsec_`. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(24).toString('base64');

export interface SignedWebhook {
  /** Equal for every attempt, so that the receiver recognises a repetition. */
  id: string;
  /** The time of this attempt. */
  at: Date;
  body: string | Uint8Array;
}

/** The three headers a receiver verifies: HMAC-SHA256 over `id.timestamp.body`, once with each secret. */
export function webhookHeaders(
  secrets: readonly string[],
  { id, at, body }: SignedWebhook,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.`, body));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function signatureOf(secret: string, head: string, body: string | Uint8Array): string {
  const key = Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, 'base64');
  return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
}

/** Seconds that a signature may be older or newer than now. */
const toleranceSeconds = signatureMinutes * 60;

/** Whether a call carries a fresh signature with one of the secrets. */
export function isSignedBy(
  secrets: readonly string[],
  { id, timestamp, signature, body }: { id: string; timestamp: string; signature: string; body: string | Uint8Array },
  now = Date.now(),
): boolean {
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const given = signature
    .split(' ')
    .slice(0, 10)
    .map((each) => Buffer.from(each));
  const expected = secrets.map((secret) => Buffer.from(signatureOf(secret, `${id}.${timestamp}.`, body)));
  return expected.some((one) => given.some((each) => each.length === one.length && timingSafeEqual(each, one)));
}
