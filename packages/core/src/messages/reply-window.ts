/** The time in which a customer can be answered, for channels that limit it. */
import { channels, conversationChannel, type CustomerChannel } from '@parley/contracts/channels/list';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import type { Settings } from '@parley/contracts/settings/settings';
import { replyLimitOf } from '@parley/db/channels/sessions';
import type { Context } from '../context.ts';

/** Settings of channels that limit it. */
const limitedBy = channels.flatMap((channel) =>
  'customers' in channel && 'replyHours' in channel.customers && channel.settings ? channel.settings.name : [],
);

/** Returns for how many hours a channel delivers replies to a customer's message; undefined without a limit. */
export function replyHoursOf(present: Settings, channel: CustomerChannel): number | undefined {
  const { settings, customers } = conversationChannel(channel);
  const section: object = settings ? Reflect.get(present, settings.name) : {};
  const isHuman = 'humanAgent' in section && section.humanAgent === true;
  return isHuman ? (customers.humanAgentHours ?? customers.replyHours) : customers.replyHours;
}

/**
 * Refuses a reply that the customer's channel no longer delivers. Costs a message nothing while channels with a limit
 * are off.
 *
 * @throws Problem `reply_window_closed`
 */
export async function refuseClosedWindow(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  conversationId: string,
): Promise<void> {
  const present = await settings.read();
  if (!limitedBy.some((section) => present[section].enabled)) return;
  const limit = await replyLimitOf(db, conversationId);
  if (!limit || limit.replyUntil.getTime() > Date.now()) return;
  const { name } = conversationChannel(limit.channel);
  const hours = replyHoursOf(present, limit.channel) ?? 0;
  throw new Problem('reply_window_closed', localize('reply_window_closed', { name, hours }));
}
