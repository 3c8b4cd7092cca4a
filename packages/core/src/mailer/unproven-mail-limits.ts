/** Limits the mail to unproven addresses, however many users are made to answer. */
import { type UnprovenMailLimit, unprovenMailLimits } from '@parley/contracts/channels/limits';
import { createRateLimiter } from '@parley/service/rate-limit';
import type { Context } from '../context.ts';
import { CallFailed } from '../external/answer.ts';

export interface UnprovenMail {
  address: string;
  visitorId: string;
  /** The network it was left from, if that is known. */
  network: string | null;
}

const reached: Record<UnprovenMailLimit, string> = {
  perAddress: 'This address was sent as many mails as one that has never answered may get in a day',
  perVisitor: 'This visitor has had received the maximum number of mails per day for an unverified address',
  perNetwork: 'From this visitor’s network as many unproven addresses were written to as may be in an hour',
  perInstallation: 'As many unproven addresses were written to as may be in an hour',
};

/**
 * Counts one mail to an unproven address.
 * @throws CallFailed, final, when it is one too many; it was not counted then
 */
export async function countUnprovenMail(
  context: Pick<Context, 'redis' | 'prefix' | 'log'>,
  { address, visitorId, network }: UnprovenMail,
): Promise<void> {
  const limiter = createRateLimiter(context.redis, context.prefix);
  const keys: [UnprovenMailLimit, string | null][] = [
    ['perAddress', address.toLowerCase()],
    ['perVisitor', visitorId],
    ['perNetwork', network],
    ['perInstallation', 'all'],
  ];
  const counted = [];
  for (const [name, key] of keys) {
    if (key === null) continue;
    const request = { name: `unproven_mail_${name}`, key, ...unprovenMailLimits[name] };
    const { allowed } = await limiter.limit(request);
    if (allowed) {
      counted.push(request);
      continue;
    }
    for (const earlier of counted) await limiter.refund(earlier);
    context.log.warn({ limit: name, visitorId }, 'a mail to an unproven address was not sent');
    throw new CallFailed(`Not sent: ${reached[name]}. Retry sends it all the same.`, { transient: false });
  }
}

/** A network as it is kept: to be recognised, not to be read. */
export const hashedNetwork = (context: Pick<Context, 'secrets'>, network: string | undefined): string | null =>
  network === undefined ? null : context.secrets.sign('network of an unproven address', network);
