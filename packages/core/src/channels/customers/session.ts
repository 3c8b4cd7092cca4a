/** The session by which a channel's customer takes part: that of a visitor, without a browser. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import {
  type ChannelSession,
  findChannelSession,
  insertChannelSession,
  refreshChannelSession,
} from '@parley/db/channels/sessions';
import { isUniqueViolation } from '@parley/db/database';
import { findWebsite } from '@parley/db/websites/websites';
import type { Context } from '../../context.ts';
import type { ChannelCustomer } from '../../deliveries/descriptor.ts';
import { replyHoursOf } from '../../messages/reply-window.ts';

/** Finds a customer's session, or makes it when they come for the first time. */
export async function sessionOf(
  context: Pick<Context, 'db' | 'settings'>,
  channel: CustomerChannel,
  customer: ChannelCustomer,
): Promise<ChannelSession> {
  const { db } = context;
  const { address, handle, name, locale } = customer;
  const replyUntil = await replyUntilOf(context, channel, customer);
  const known = await findChannelSession(db, { channel, address });
  if (known) {
    await refreshChannelSession(db, { channel, address, handle, replyUntil });
    return known;
  }
  // The website may have been deleted since it was chosen.
  const website = customer.websiteId === null ? undefined : await findWebsite(db, customer.websiteId);
  const visitor = { websiteId: website?.id ?? null, name, locale, lastSeenAt: new Date() };
  try {
    return await db
      .transaction()
      .execute((transaction) =>
        insertChannelSession(transaction, { channel, address, handle, ...(replyUntil && { replyUntil }) }, visitor),
      );
  } catch (error) {
    const faster = isUniqueViolation(error) ? await findChannelSession(db, { channel, address }) : undefined;
    if (faster) return faster;
    throw error;
  }
}

/** Returns the time until which a customer can be answered; undefined for channels without such a limit. */
async function replyUntilOf(
  { settings }: Pick<Context, 'settings'>,
  channel: CustomerChannel,
  { writtenAt }: ChannelCustomer,
): Promise<Date | undefined> {
  const hours = replyHoursOf(await settings.read(), channel);
  return hours === undefined || !writtenAt ? undefined : new Date(writtenAt.getTime() + hours * 3_600_000);
}
