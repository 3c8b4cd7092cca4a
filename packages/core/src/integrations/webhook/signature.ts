/** Signing outgoing webhooks as Standard Webhooks asks: https://github.com/standard-webhooks/standard-webhooks */
import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** A new signing secret: 24 random bytes in base64 behind `whsec_`. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(24).toString('base64');

export interface SignedWebhook {
  /** Equal for every attempt, so that the receiver recognises a repetition. */
  id: string;
  /** The time of this attempt. */
  at: Date;
  body: string;
}

/** The three headers a receiver verifies: HMAC-SHA256 over `id.timestamp.body`, once with each secret. */
export function webhookHeaders(
  secrets: readonly string[],
  { id, at, body }: SignedWebhook,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
