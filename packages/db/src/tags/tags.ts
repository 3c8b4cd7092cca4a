/** The vocabulary of tags. */
import type { Tag, TagColour, TagUse } from '@parley/contracts/conversations/tags';
import { type Selectable, sql } from 'kysely';
import { type Database, isUniqueViolation } from '../database.ts';
import type { TagsTable } from '../tables/conversations.ts';

const columns = ['id', 'name', 'colour', 'createdAt'] as const;

const toTag = ({ createdAt, ...row }: Pick<Selectable<TagsTable>, (typeof columns)[number]>): Tag => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** By name. */
export async function listTags(db: Database): Promise<Tag[]> {
  return (await db.selectFrom('tags').select(columns).orderBy(sql`lower(name)`).execute()).map(toTag);
}

/** Undefined when unknown. */
export async function findTag(db: Database, id: string): Promise<Tag | undefined> {
  const row = await db.selectFrom('tags').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toTag(row);
}

/** Counts for each used tag the conversations with it that match `where`. */
export async function countTagUses(db: Database, where = sql<boolean>`true`): Promise<TagUse[]> {
  const { rows } = await sql<TagUse>`
    select tag_id, count(*) as conversations
    from conversations cross join lateral unnest(tag_ids) as tag_id
    where tag_ids <> '{}' and not hidden and ${where} group by tag_id
  `.execute(db);
  return rows;
}

export type AddedTag = { outcome: 'added' | 'known'; tag: Tag } | { outcome: 'full' };

/** Adds a tag while there are fewer than `max`, unless one has the name, in whichever case. */
export async function insertTag(
  db: Database,
  { name, colour, createdBy, max }: { name: string; colour: TagColour; createdBy: string | null; max: number },
): Promise<AddedTag> {
  const row = await db
    .insertInto('tags')
    .columns(['name', 'colour', 'createdBy'])
    .expression(
      sql`select ${name}::text, ${colour}::text, ${createdBy}::uuid where (select count(*) from tags) < ${max}`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (row) return { outcome: 'added', tag: toTag(row) };
  const known = await db
    .selectFrom('tags')
    .select(columns)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return known ? { outcome: 'known', tag: toTag(known) } : { outcome: 'full' };
}

/** Undefined when unknown, `taken` when another one has the name. */
export async function updateTag(
  db: Database,
  id: string,
  change: { name?: string; colour?: TagColour },
): Promise<Tag | 'taken' | undefined> {
  const row = await db
    .updateTable('tags')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'tags_name')) return 'taken' as const;
      throw error;
    });
  return row === 'taken' ? row : row && toTag(row);
}

export interface RemovedTag {
  /** The tag before its removal. */
  tag: Tag;
  /** Number of conversations that had it. */
  conversations: number;
}

/**
 * Removes a tag from the list of tags and from every conversation, and adds `into` in its place if given. Both are
 * locked until then, so that the one can't be added nor the other removed in between. Undefined when one of them is
 * unknown.
 */
export async function removeTag(db: Database, id: string, into: string | null): Promise<RemovedTag | undefined> {
  return db.transaction().execute(async (transaction) => {
    const held = await transaction
      .selectFrom('tags')
      .select(columns)
      .where('id', 'in', into === null ? [id] : [id, into])
      .orderBy('id')
      .forUpdate()
      .execute();
    const removed = held.find((tag) => tag.id === id);
    if (!removed || held.length < (into === null ? 1 : 2)) return undefined;
    const { numAffectedRows = 0n } = await sql`
      update conversations set updated_at = now(), tag_ids = array(
        select case tag_id when ${id}::uuid then ${into}::uuid else tag_id end as kept
        from unnest(tag_ids) with ordinality as given (tag_id, place)
        where tag_id <> ${id}::uuid or ${into}::uuid is not null
        group by kept order by min(place))
      where tag_ids <> '{}' and tag_ids @> array[${id}::uuid]
    `.execute(transaction);
    await transaction.deleteFrom('tags').where('id', '=', id).execute();
    return { tag: toTag(removed), conversations: Number(numAffectedRows) };
  });
}
