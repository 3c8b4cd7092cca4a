/** Finds and removes a person among the participants of other customers' conversations. */
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** A conversation that a person gets the mails of. */
export interface Participation extends Pick<Participant, 'kind' | 'name' | 'address'> {
  conversationId: string;
}

/** Matches conversations with one of the addresses among their participants. */
const hasParticipant = (addresses: readonly string[]): RawBuilder<boolean> => sql<boolean>`(participants <> '[]' and
  participants @> any(array(select jsonb_build_array(jsonb_build_object('address', given.address))
    from unnest(${addresses}::text[]) as given (address))))`;

/** Returns a list of participants without the addresses. */
const without = (list: RawBuilder<unknown>, addresses: readonly string[]): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(${list}) as each
  where each ->> 'address' <> all(${addresses}::text[]))`;

/** Returns the conversations with mails to the addresses. */
export async function participationsOf(db: Database, addresses: readonly string[]): Promise<Participation[]> {
  const { rows } = await sql<Participation>`
    select id as conversation_id, each ->> 'kind' as kind, each ->> 'name' as name, each ->> 'address' as address
    from conversations cross join jsonb_array_elements(participants) as each
    where ${hasParticipant(addresses)} and each ->> 'address' = any(${addresses}::text[])
    order by id
  `.execute(db);
  return rows;
}

/**
 * Removes the addresses from the participants of conversations and from the activities about them, and empties the
 * messages that their mails became there, if those mails are still stored. The seqs stay.
 */
export async function forgetParticipations(
  db: Database,
  { addresses, conversationIds }: { addresses: readonly string[]; conversationIds: readonly string[] },
): Promise<void> {
  await sql`
    update conversations set participants = ${without(sql`participants`, addresses)} where ${hasParticipant(addresses)}
  `.execute(db);
  for (const table of ['messages', 'scheduled_messages'])
    await sql`
      update ${sql.ref(table)} set recipients = ${without(sql`recipients`, addresses)}
      where recipients is not null and exists (select from jsonb_array_elements(recipients) as each
        where each ->> 'address' = any(${addresses}::text[]))
    `.execute(db);
  await sql`
    update activities set
      before = before || jsonb_build_object('participants', ${without(sql`coalesce(before -> 'participants', '[]')`, addresses)}),
      after = after || jsonb_build_object('participants', ${without(sql`after -> 'participants'`, addresses)})
    where jsonb_exists(after, 'participants') and exists (select from unnest(${addresses}::text[]) as given (address)
      where position(given.address in before::text || after::text) > 0)
  `.execute(db);
  await sql`
    with removed as (
      update messages set content = '', markdown = null, sender_name = null, attachment_ids = null, reactions = null,
        removed_at = now()
      from inbound_mails
      where inbound_mails.conversation_id = messages.conversation_id and inbound_mails.message_seq = messages.seq
        and inbound_mails.status = 'posted' and messages.removed_at is null
        and messages.conversation_id <> all(${conversationIds}::uuid[])
        and (lower(inbound_mails.sender_address) = any(${addresses}::text[])
          or lower(inbound_mails.envelope_from) = any(${addresses}::text[]))
      returning messages.conversation_id, messages.seq
    ), released as (
      -- The sweep takes what names a seq and no conversation.
      update files set conversation_id = null from removed
      where files.conversation_id = removed.conversation_id and files.seq = removed.seq
    )
    update conversations set last_message_preview = '', last_message_sender_name = null
    from removed where conversations.id = removed.conversation_id and conversations.last_seq = removed.seq
  `.execute(db);
}
