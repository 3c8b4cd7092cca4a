/** Notifications of Meta's apps: signed with the app's secret, and stored one by one before they are understood. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import type { NewInboundEvent } from '@parley/db/channels/inbound';
import type { Arrival, Confirmation } from '../../deliveries/descriptor.ts';

/** Checks that a switched-on app has signed the body. @throws Problem `forbidden` */
export function assertSigned(
  { headers, raw }: Pick<Arrival, 'headers' | 'raw'>,
  { enabled, appSecret }: { enabled: boolean; appSecret: string },
): void {
  const given = Buffer.from(headers['x-hub-signature-256'] ?? '');
  const expected = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!enabled || appSecret === '' || !isSigned)
    throw new Problem('forbidden', 'This call is not signed with the secret of the app.');
}

/** Returns Meta's challenge to the caller that knows the verify token. @throws Problem `forbidden` */
export function answerChallenge(query: Confirmation, verifyToken: string): string {
  const [given, expected] = [query['hub.verify_token'], verifyToken].map((token) =>
    createHash('sha256').update(token).digest(),
  );
  const isKnown = verifyToken !== '' && given && expected && timingSafeEqual(given, expected);
  if (query['hub.mode'] !== 'subscribe' || !isKnown) throw new Problem('forbidden', 'This is not the verify token.');
  return query['hub.challenge'];
}

/** Returns an event under its id or, without one, a hash: Meta repeats notifications unchanged. */
export function eventOf(kind: string, id: string, stored: object): NewInboundEvent {
  const raw = Buffer.from(JSON.stringify(stored));
  return { externalId: `${kind}:${id || createHash('sha256').update(raw).digest('hex')}`.slice(0, 400), raw };
}
