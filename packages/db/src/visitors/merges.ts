/** Merging contacts by hand, and undoing it: identities and notes move, nothing is copied, and no message moves. */
import type { ContactMerge } from '@parley/contracts/conversations/contacts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { forgetInLaterMerges } from '../privacy/named-elsewhere.ts';
import type { ContactBefore } from '../tables/users.ts';

interface HeldContact extends ContactBefore {
  id: string;
}

/** Returns the contacts that exist and locks them until the transaction ends. */
async function holdContacts(db: Transaction, ids: readonly string[]): Promise<HeldContact[]> {
  const { rows } = await sql<HeldContact>`
    select id, attributes, to_json(blocked_at) #>> '{}' as blocked_at, blocked_by, to_json(created_at) #>> '{}' as created_at
    from contacts where id = any(${ids}::uuid[]) order by id for update
  `.execute(db);
  return rows;
}

/** Marks all but one of a contact's equal identities as duplicates. */
async function settleDuplicates(db: Transaction, contactIds: readonly string[]): Promise<void> {
  const valued = sql`contact_id = any(${contactIds}::uuid[]) and value is not null`;
  await sql`update identities set is_duplicate = true where ${valued} and not is_duplicate`.execute(db);
  await sql`
    update identities set is_duplicate = false
    where id in (
      select distinct on (contact_id, kind, value, website_id) id from identities where ${valued}
      order by contact_id, kind, value, website_id, verified_at nulls last, id)
  `.execute(db);
}

/** Copies the contacts' block state to all their conversations. */
async function settleBlocks(db: Transaction, contactIds: readonly string[]): Promise<void> {
  await sql`
    update conversations set is_blocked = contacts.blocked_at is not null, ai_epoch = ai_epoch + 1
    from identities join contacts on contacts.id = identities.contact_id
    where contacts.id = any(${contactIds}::uuid[]) and identities.visitor_id = conversations.visitor_id
      and conversations.is_blocked <> (contacts.blocked_at is not null)
  `.execute(db);
}

/**
 * Merges two contacts: `contactId` remains, its attributes win, and it gets the identities and notes of `mergedId`.
 * Returns the merge's id; undefined when either doesn't exist.
 */
export async function mergeContacts(
  db: Transaction,
  { contactId, mergedId, actorId }: { contactId: string; mergedId: string; actorId: string },
): Promise<string | undefined> {
  const held = await holdContacts(db, [contactId, mergedId]);
  const contact = held.find(({ id }) => id === contactId);
  const merged = held.find(({ id }) => id === mergedId);
  if (!contact || !merged || contact === merged) return undefined;
  const { id } = await db
    .insertInto('merges')
    .values({ contactId, mergedId, actorId, kept: JSON.stringify({ contact, merged }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into merge_items (merge_id, identity_id) select ${id}, id from identities where contact_id = ${mergedId}
  `.execute(db);
  await sql`
    insert into merge_items (merge_id, note_id) select ${id}, id from contact_notes where contact_id = ${mergedId}
  `.execute(db);
  await sql`
    update contacts set attributes = ${JSON.stringify(merged.attributes)}::jsonb || attributes,
      blocked_at = coalesce(blocked_at, ${merged.blockedAt}::timestamptz),
      blocked_by = case when blocked_at is null then ${merged.blockedBy}::uuid else blocked_by end
    where id = ${contactId}
  `.execute(db);
  await db.updateTable('contactNotes').set({ contactId }).where('contactId', '=', mergedId).execute();
  // Identities with a value that both contacts have must not conflict when they are moved.
  await sql`update identities set is_duplicate = true where contact_id = ${mergedId} and value is not null`.execute(db);
  // The merged contact is deleted with its last session.
  await db.updateTable('identities').set({ contactId }).where('contactId', '=', mergedId).execute();
  await settleDuplicates(db, [contactId]);
  await settleBlocks(db, [contactId]);
  return id;
}

/**
 * Undoes a merge: the moved rows move back, even after further merges, which no longer list them. Newer attributes and
 * notes stay with the remaining contact. Returns the restored contact and all contacts that lost rows; undefined for an
 * unknown merge.
 */
export async function unmergeContacts(
  db: Transaction,
  id: string,
): Promise<{ contactId: string; fromIds: string[] } | undefined> {
  const merge = await db.selectFrom('merges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!merge) return undefined;
  const { mergedId, kept } = merge;
  const { rows } = await sql<{ contactId: string }>`
    select distinct contact_id from identities join merge_items on identity_id = identities.id where merge_id = ${id}
  `.execute(db);
  const fromIds = rows.map(({ contactId }) => contactId);
  await holdContacts(db, fromIds);
  const { attributes, blockedAt, blockedBy, createdAt } = kept.merged;
  await sql`
    insert into contacts (id, attributes, blocked_at, blocked_by, created_at)
    values (${mergedId}, ${JSON.stringify(attributes)}::jsonb, ${blockedAt}::timestamptz,
      (select id from users where id = ${blockedBy}::uuid), ${createdAt}::timestamptz)
    on conflict do nothing
  `.execute(db);
  // Attributes that came from the merged contact alone and are unchanged move back to it, as does its block.
  await sql`
    update contacts set
      attributes = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(contacts.attributes)
        where ${JSON.stringify(kept.contact.attributes)}::jsonb ? key
          or value is distinct from ${JSON.stringify(attributes)}::jsonb -> key),
      blocked_at = case when blocked_at = ${blockedAt}::timestamptz and ${kept.contact.blockedAt}::timestamptz is null
        then null else blocked_at end
    where id = any(${fromIds}::uuid[])
  `.execute(db);
  const already = Object.keys(kept.contact.attributes);
  const brought = Object.entries(attributes).filter(([key]) => !already.includes(key));
  await forgetInLaterMerges(db, { mergeId: id, contactId: merge.contactId, attributes: Object.fromEntries(brought) });
  await sql`
    update contact_notes set contact_id = ${mergedId}
    where id in (select note_id from merge_items where merge_id = ${id} and note_id is not null)
  `.execute(db);
  await sql`
    update identities set is_duplicate = true
    where id in (select identity_id from merge_items where merge_id = ${id}) and value is not null
  `.execute(db);
  await sql`
    update identities set contact_id = ${mergedId}
    where id in (select identity_id from merge_items where merge_id = ${id})
  `.execute(db);
  await sql`
    delete from merge_items later using merge_items mine
    where mine.merge_id = ${id} and later.merge_id > mine.merge_id
      and (later.identity_id = mine.identity_id or later.note_id = mine.note_id)
  `.execute(db);
  await db.deleteFrom('merges').where('id', '=', id).execute();
  await settleDuplicates(db, [mergedId, ...fromIds]);
  await settleBlocks(db, [mergedId, ...fromIds]);
  return { contactId: mergedId, fromIds };
}

/** The merges by which a contact became who they are, newest first. */
export async function mergesOf(db: Database, contactId: string): Promise<ContactMerge[]> {
  const { rows } = await sql<Omit<ContactMerge, 'createdAt'> & { createdAt: Date }>`
    select merges.id, merges.created_at, users.name as actor_name, known.values as known_by
    from merges left join users on users.id = merges.actor_id
    cross join lateral (
      select array(
        select distinct coalesce(identities.value, visitors.name) from merge_items
        join identities on identities.id = merge_items.identity_id and identities.contact_id = ${contactId}
        left join visitors on visitors.id = identities.visitor_id
        where merge_items.merge_id = merges.id and coalesce(identities.value, visitors.name) is not null order by 1
      ) as values
    ) known
    where exists (
      select from merge_items join identities on identities.id = merge_items.identity_id
      where merge_items.merge_id = merges.id and identities.contact_id = ${contactId})
    order by merges.id desc
  `.execute(db);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
