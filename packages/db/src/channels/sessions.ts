/** Stores the sessions of customers who write through a channel instead of the widget. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { ChannelSessionsTable } from '../tables/users.ts';
import { insertVisitor, type NewVisitor } from '../visitors/visitors.ts';

export type ChannelSession = Selectable<ChannelSessionsTable>;
export type ChannelAddress = Pick<ChannelSession, 'channel' | 'address'>;

/** Finds the session of a channel's address; undefined before its first message. */
export async function findChannelSession(
  db: Database,
  { channel, address }: ChannelAddress,
): Promise<ChannelSession | undefined> {
  return db
    .selectFrom('channelSessions')
    .selectAll()
    .where('channel', '=', channel)
    .where('address', '=', address)
    .executeTakeFirst();
}

/** Returns the channel session of a visitor; undefined for one of the widget. */
export async function channelSessionOf(db: Database, visitorId: string): Promise<ChannelSession | undefined> {
  return db.selectFrom('channelSessions').selectAll().where('visitorId', '=', visitorId).executeTakeFirst();
}

/** Returns the channel and time until which a conversation's customer can be answered; undefined without a limit. */
export async function replyLimitOf(
  db: Database,
  conversationId: string,
): Promise<{ channel: CustomerChannel; replyUntil: Date } | undefined> {
  const [limit] = await prepared(
    db,
    sql<{ channel: CustomerChannel; replyUntil: Date }>`
      select channel_sessions.channel, reply_until from conversations
      join channel_sessions on channel_sessions.visitor_id = conversations.visitor_id
      where conversations.id = ${conversationId} and reply_until is not null`,
  );
  return limit;
}

/** A customer comes for the first time: a visitor of their own, known by the channel, which has proven who they are. */
export async function insertChannelSession(
  transaction: Transaction,
  session: ChannelAddress & { handle: string | null; replyUntil?: Date },
  visitor: Partial<NewVisitor> & { websiteId: string | null },
): Promise<ChannelSession> {
  const { id: visitorId } = await insertVisitor(transaction, visitor);
  const made = await transaction
    .insertInto('channelSessions')
    .values({ ...session, visitorId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`
    insert into identities (contact_id, kind, value, verified_at)
    values (contact_of(${visitorId}), ${session.channel}, ${session.address}, now())
  `.execute(transaction);
  return made;
}

/** A customer writes again: they can be reached, and may have another name by now. */
export async function refreshChannelSession(
  db: Database,
  { channel, address, handle, replyUntil }: ChannelAddress & { handle: string | null; replyUntil?: Date | undefined },
): Promise<void> {
  await db
    .updateTable('channelSessions')
    .set({
      handle,
      unreachableSince: null,
      ...(replyUntil && { replyUntil: sql<Date>`greatest(reply_until, ${replyUntil})` }),
    })
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where((eb) =>
      eb.or([
        eb('handle', 'is distinct from', handle),
        eb('unreachableSince', 'is not', null),
        ...(replyUntil ? [eb('replyUntil', 'is', null), eb('replyUntil', '<', replyUntil)] : []),
      ]),
    )
    .execute();
}

/** The customer wants nothing more, or can be written to again. Returns their visitor's id where that is news. */
export async function setReachable(
  db: Database,
  { channel, address }: ChannelAddress,
  isReachable: boolean,
): Promise<string | undefined> {
  const row = await db
    .updateTable('channelSessions')
    .set({ unreachableSince: isReachable ? null : sql<Date>`now()` })
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('unreachableSince', isReachable ? 'is not' : 'is', null)
    .returning('visitorId')
    .executeTakeFirst();
  return row?.visitorId;
}

/** Returns the number of dead deliveries of the conversation to its customer. */
export async function countUndelivered(
  db: Database,
  channel: CustomerChannel,
  conversationId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('conversationId', '=', conversationId)
    .where('channel', '=', channel)
    .where('status', '=', 'dead')
    // Notices to the team don't belong to the customer.
    .where(sql<string>`payload ->> 'kind'`, '<>', 'notice')
    .executeTakeFirstOrThrow();
  return count;
}
