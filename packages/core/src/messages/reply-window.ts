/** The time in which a customer can be answered, for channels that limit it. */
import { conversationChannel } from '@parley/contracts/channels/list';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { replyLimitOf } from '@parley/db/channels/sessions';
import type { Context } from '../context.ts';

/**
 * Refuses a reply that the customer's channel no longer delivers. Costs a message nothing while WhatsApp, the one channel
 * with a limit, is off.
 *
 * @throws Problem `reply_window_closed`
 */
export async function refuseClosedWindow(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  conversationId: string,
): Promise<void> {
  if (!(await settings.read()).whatsappConfig.enabled) return;
  const limit = await replyLimitOf(db, conversationId);
  if (!limit || limit.replyUntil.getTime() > Date.now()) return;
  const { name, customers } = conversationChannel(limit.channel);
  throw new Problem('reply_window_closed', localize('reply_window_closed', { name, hours: customers.replyHours ?? 0 }));
}
