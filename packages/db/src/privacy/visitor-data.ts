/** Finds everything stored about a customer, by email address or by visitor, to export or erase it. */
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { TrackedEvent } from '@parley/contracts/visitors/tracked-events';
import { type RawBuilder, sql } from 'kysely';
import { type Deletion, deleteConversations } from '../conversations/delete.ts';
import type { ChannelSession } from '../channels/sessions.ts';
import type { Database } from '../database.ts';
import { forgetInMerges, forgetInReports, forgetInSearches, forgetInViews, type Named } from './named-elsewhere.ts';
import { forgetParticipations, type Participation, participationsOf } from './participants.ts';
import type { MailBounce } from '../mail/bounces.ts';
import { identitiesByAddress, type Identity } from '../visitors/contacts.ts';
import { findVisitor, type Visitor } from '../visitors/visitors.ts';

export interface VisitorData {
  visitors: Visitor[];
  /** Identities of the contacts; those without a value are the visitors themselves. */
  identities: Identity[];
  /** Attributes of the contacts that have any. */
  attributes: StoredAttributes[];
  /** Names of the companies that the contacts belong to. */
  companies: string[];
  /** Times when the contacts were blocked, one per blocked contact. */
  blockedAt: Date[];
  /** Their addresses that have unsubscribed from mail. */
  noMail: { address: string; unsubscribedAt: Date }[];
  /** Conversations of others with mails to them. */
  participations: Participation[];
  /** Their addresses that mail came back from. */
  mailBounces: MailBounce[];
  /** For `readConversation` and `messagesAfter`. */
  conversationIds: string[];
  /** Events that websites tracked of them. */
  trackedEvents: { name: string; properties: TrackedEvent['properties']; at: Date }[];
  mails: { id: string; receivedAt: Date; raw: Buffer }[];
  /** Channels through which they write. */
  channelSessions: ChannelSession[];
  /** Events about them from those channels, as received. */
  inboundEvents: { id: string; channel: string; receivedAt: Date; raw: Buffer }[];
}

/**
 * Finds visitors who have or had the address and others of the same contact, their conversations and those with the
 * address, and the mails that came from it.
 */
export async function findVisitorData(db: Database, email: string): Promise<VisitorData> {
  const subject = await dataSubjectOf(db, email);
  const visitors = await Promise.all(subject.visitorIds.map((id) => findVisitor(db, id)));
  const mails = await db
    .selectFrom('inboundMails')
    .select(['id', 'receivedAt', 'raw'])
    .where(mailsOf(subject))
    .orderBy('id')
    .execute();
  const channelSessions = await db
    .selectFrom('channelSessions')
    .selectAll()
    .where('visitorId', '=', sql<string>`any(${subject.visitorIds}::uuid[])`)
    .execute();
  const trackedEvents = await db
    .selectFrom('trackedEvents')
    .select(['name', 'properties', 'at'])
    .where('visitorId', '=', sql<string>`any(${subject.visitorIds}::uuid[])`)
    .orderBy('at')
    .execute();
  const inboundEvents = await db
    .selectFrom('inboundEvents')
    .select(['id', 'channel', 'receivedAt', 'raw'])
    .where(eventsOf(subject))
    .orderBy('id')
    .execute();
  const contacts = await db
    .selectFrom('contacts')
    .select(['attributes', 'blockedAt'])
    .where('id', '=', sql<string>`any(${subject.contactIds}::uuid[])`)
    .where(sql<boolean>`(attributes <> '{}' or blocked_at is not null)`)
    .execute();
  const noMail = await db
    .selectFrom('mailUnsubscribes')
    .select(['address', 'unsubscribedAt'])
    .where('address', 'in', subject.addresses)
    .execute();
  const companies = await db
    .selectFrom('companies')
    .innerJoin('contacts', 'contacts.companyId', 'companies.id')
    .select('companies.name')
    .distinct()
    .where('contacts.id', '=', sql<string>`any(${subject.contactIds}::uuid[])`)
    .execute();
  return {
    companies: companies.map(({ name }) => name),
    attributes: contacts.map(({ attributes }) => attributes).filter((each) => Object.keys(each).length > 0),
    blockedAt: contacts.flatMap(({ blockedAt }) => blockedAt ?? []),
    noMail,
    participations: await participationsOf(db, subject.addresses),
    mailBounces: await db.selectFrom('mailBounces').selectAll().where('address', 'in', subject.addresses).execute(),
    trackedEvents,
    channelSessions,
    inboundEvents,
    visitors: visitors.filter((visitor) => visitor !== undefined),
    identities: subject.identities,
    conversationIds: subject.conversationIds,
    mails,
  };
}

export interface Erasure extends Deletion {
  visitorIds: string[];
  conversationIds: string[];
  mails: number;
  /** Saved views that named them. */
  views: number;
  /** Number of files with bytes that must be deleted too. */
  files: number;
}

/**
 * Deletes all of it in one transaction, including external deliveries with their payloads, and the data of other
 * addresses that only these visitors have had.
 */
export const eraseVisitorData = (db: Database, email: string): Promise<Erasure> =>
  erase(db, (transaction) => dataSubjectOf(transaction, email));

/**
 * Deletes what one visitor wrote, and their contact if it is theirs alone. What others have stored under an address that
 * the visitor has only claimed stays.
 */
export const eraseOneVisitor = (db: Database, visitorId: string): Promise<Erasure> =>
  erase(db, (transaction) => visitorAlone(transaction, visitorId));

async function erase(db: Database, find: (db: Database) => Promise<DataSubject>): Promise<Erasure> {
  return db.transaction().execute(async (transaction) => {
    const subject = await find(transaction);
    const { visitorIds, conversationIds, addresses } = subject;
    await forgetParticipations(transaction, subject);
    const mails = await transaction
      .deleteFrom('inboundMails')
      .where((eb) => eb.or([mailsOf(subject), leftAsideWith(addresses)]))
      .executeTakeFirst();
    await transaction.deleteFrom('inboundEvents').where(eventsOf(subject)).execute();
    await transaction.deleteFrom('deliveries').where(deliveriesTo(visitorIds)).execute();
    await transaction
      .deleteFrom('allowedPictures')
      .where('sender', '=', sql<string>`any(${addresses}::text[])`)
      .execute();
    await transaction.deleteFrom('mailBounces').where('address', '=', sql<string>`any(${addresses}::text[])`).execute();
    await transaction
      .deleteFrom('mailAutoReplies')
      .where('address', '=', sql<string>`any(${addresses}::text[])`)
      .execute();
    await transaction
      .deleteFrom('mailUnsubscribes')
      .where('address', '=', sql<string>`any(${addresses}::text[])`)
      .execute();
    await transaction
      .deleteFrom('deliveries')
      .where(
        sql<boolean>`conversation_id = any(${conversationIds}::uuid[])
          or (channel = 'email' and payload->>'kind' in ('digest', 'transcript', 'forward') and lower(target) = any(${addresses}::text[]))`,
      )
      .execute();
    await transaction
      .deleteFrom('aiRuns')
      .where(sql<boolean>`conversation_id = any(${conversationIds}::uuid[])`)
      .execute();
    const files = await transaction
      .selectFrom('files')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where(
        sql<boolean>`(visitor_id = any(${visitorIds}::uuid[]) or conversation_id = any(${conversationIds}::uuid[]))`,
      )
      .executeTakeFirstOrThrow();
    await removeWordsElsewhere(transaction, subject);
    await forgetInMerges(transaction, subject.contactIds);
    await forgetInSearches(transaction, subject);
    const views = (await forgetInViews(transaction, subject)) + (await forgetInReports(transaction, subject));
    await transaction.deleteFrom('contacts').where(sql<boolean>`id = any(${subject.contactIds}::uuid[])`).execute();
    await transaction.deleteFrom('visitors').where(sql<boolean>`id = any(${visitorIds}::uuid[])`).execute();
    const deletion = await deleteConversations(transaction, conversationIds);
    return {
      ...deletion,
      visitorIds,
      conversationIds,
      mails: Number(mails.numDeletedRows),
      views,
      files: Number(files.count),
    };
  });
}

/**
 * Empties messages that they wrote into another customer's conversation while theirs was merged into it, and removes
 * their reactions there; the seqs stay.
 */
async function removeWordsElsewhere(db: Database, { visitorIds, conversationIds }: DataSubject): Promise<void> {
  await sql`
    with elsewhere as (
      select distinct (after ->> 'mergedInto')::uuid as id from activities
      where conversation_id = any(${conversationIds}::uuid[]) and kind in ('merged', 'undone')
        and after ->> 'mergedInto' is not null
    ), removed as (
      update messages set content = '', attachment_ids = null, response = null, removed_at = now(), reactions = null
      from elsewhere
      where messages.conversation_id = elsewhere.id and elsewhere.id <> all(${conversationIds}::uuid[])
        and sender_type = 'customer' and sender_id = any(${visitorIds}::uuid[])
      returning messages.conversation_id, messages.seq
    ), without_reactions as (
      update messages set reaction_no = reaction_no + 1, reactions = (
        select jsonb_agg(each) from jsonb_array_elements(reactions) each
        where each ->> 'senderId' <> all(${visitorIds}::text[]))
      from elsewhere
      where messages.conversation_id = elsewhere.id and elsewhere.id <> all(${conversationIds}::uuid[])
        and reactions is not null and not (sender_type = 'customer' and sender_id = any(${visitorIds}::uuid[]))
        and exists (select from jsonb_array_elements(reactions) each where each ->> 'senderId' = any(${visitorIds}::text[]))
    ), released as (
      -- The sweep takes what names a seq and no conversation.
      update files set conversation_id = null from removed
      where files.conversation_id = removed.conversation_id and files.seq = removed.seq
    )
    update conversations set last_message_preview = '', last_message_sender_name = null
    from removed where conversations.id = removed.conversation_id and conversations.last_seq = removed.seq
  `.execute(db);
}

/** All identifiers of one customer. */
interface DataSubject extends Named {
  identities: Identity[];
  contactIds: string[];
  visitorIds: string[];
  conversationIds: string[];
  /** The one asked for, and those which these contacts have had and no other contact has; lower case. */
  addresses: string[];
  /** Names of these visitors, in lower case. */
  names: string[];
}

async function dataSubjectOf(db: Database, email: string): Promise<DataSubject> {
  const address = email.toLowerCase();
  const identities = await identitiesByAddress(db, address);
  const contactIds = [...new Set(identities.map(({ contactId }) => contactId))];
  const visitorIds = identities.flatMap(({ visitorId }) => visitorId ?? []);
  const had = identities.flatMap(({ kind, value }) => (kind === 'email' && value !== null ? [value] : []));
  const { rows: others } = await sql<{ value: string }>`
    select distinct value from identities
    where value = any(${had}::text[]) and kind = 'email' and contact_id <> all(${contactIds}::uuid[])
  `.execute(db);
  const addresses = [...new Set([address, ...had.filter((each) => others.every(({ value }) => value !== each))])];
  const { rows: conversations } = await sql<{ id: string }>`
    select id from conversations where lower(customer_email) = any(${addresses}::text[]) and customer_email is not null
    union
    select id from conversations where visitor_id = any(${visitorIds}::uuid[])
    order by id
  `.execute(db);
  const conversationIds = conversations.map(({ id }) => id);
  const { rows: called } = await sql<{ name: string }>`
    select lower(trim(name)) as name from visitors where id = any(${visitorIds}::uuid[]) and trim(name) <> ''
    union
    select lower(trim(customer_name)) from conversations
    where id = any(${conversationIds}::uuid[]) and trim(customer_name) <> ''
  `.execute(db);
  const names = called.map(({ name }) => name);
  return { identities, contactIds, visitorIds, conversationIds, addresses, names };
}

/** A visitor without their addresses, which may be another's, and without their name, which may be any word. */
async function visitorAlone(db: Database, visitorId: string): Promise<DataSubject> {
  const identities = await db
    .selectFrom('identities')
    .selectAll()
    .where('contactId', 'in', (eb) =>
      eb.selectFrom('identities').select('contactId').where('visitorId', '=', visitorId),
    )
    .execute();
  const isAlone = identities.every((identity) => identity.visitorId === null || identity.visitorId === visitorId);
  const conversations = await db.selectFrom('conversations').select('id').where('visitorId', '=', visitorId).execute();
  return {
    identities,
    contactIds: isAlone ? [...new Set(identities.map(({ contactId }) => contactId))] : [],
    visitorIds: [visitorId],
    conversationIds: conversations.map(({ id }) => id),
    addresses: [],
    names: [],
  };
}

/** Matches events about them from the channels that they use. */
const eventsOf = ({ visitorIds, conversationIds }: DataSubject): RawBuilder<boolean> =>
  sql<boolean>`(conversation_id = any(${conversationIds}::uuid[]) or (channel, address) in (
    select channel, address from channel_sessions where visitor_id = any(${visitorIds}::uuid[])))`;

/** Matches deliveries to them through those channels. */
const deliveriesTo = (visitorIds: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(channel, target) in (
    select channel, address from channel_sessions where visitor_id = any(${visitorIds}::uuid[]))`;

const mailsOf = ({ addresses, conversationIds }: DataSubject): RawBuilder<boolean> =>
  sql<boolean>`(lower(envelope_from) = any(${addresses}::text[])
    or conversation_id = any(${conversationIds}::uuid[]))`;

/**
 * Mails left aside that name an address near their beginning: bounces and out-of-office notes, which quote what was
 * sent, and mails by way of a forwarder, which carry its address outside. The rest of a shared mailbox, which is of no
 * conversation, is known by its sender and need not be read through.
 */
const leftAsideWith = (addresses: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(status in ('ignored', 'failed') and (source = 'smtp' or reason <> 'no_conversation')
    and exists (
      select from unnest(${addresses}::text[]) as given (address)
      where position(given.address in lower(encode(substring(raw for 1048576), 'escape'))) > 0
    ))`;
