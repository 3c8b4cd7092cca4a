/** Proactive messages as they are stored, and what is counted of them. */
import type {
  ProactiveContent,
  ProactiveEvent,
  ProactiveMessage,
  ProactiveOrigin,
  ProactiveReport,
} from '@parley/contracts/proactive/proactive';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { orTaken } from '../or-taken.ts';
import type { ProactiveMessagesTable } from '../tables/proactive.ts';

/** A proactive message, with whether the person who says it has left. */
export type StoredProactive = Omit<ProactiveMessage, 'problem'> & {
  hasPersonLeft: boolean;
  sender: { name: string; profileImageUrl: string | null } | null;
};

type Row = Selectable<ProactiveMessagesTable> & {
  senderName: string | null;
  profileImageUrl: string | null;
  isActive: boolean | null;
};

function toProactive({
  isByAssistant,
  senderName,
  profileImageUrl,
  isActive,
  place: _place,
  createdAt,
  updatedAt,
  ...row
}: Row): StoredProactive {
  return {
    ...row,
    hasPersonLeft: !isByAssistant && isActive !== true,
    sender: isByAssistant || senderName === null ? null : { name: senderName, profileImageUrl },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const asListed = (db: Database) =>
  db
    .selectFrom('proactiveMessages')
    .leftJoin('users', 'users.id', 'proactiveMessages.userId')
    .selectAll('proactiveMessages')
    .select(['users.name as senderName', 'users.profileImageUrl', 'users.isActive'])
    .orderBy('place')
    .orderBy('proactiveMessages.id');

/** Returns all of them, the most important first. */
export async function listProactive(db: Database): Promise<StoredProactive[]> {
  return (await asListed(db).execute()).map(toProactive);
}

/** Returns those that are on and that a website shows, the most important first. */
export async function proactiveOn(db: Database, websiteId: string): Promise<StoredProactive[]> {
  const rows = await asListed(db)
    .where('isOn', '=', true)
    .where((eb) =>
      eb.or([eb('websiteIds', '=', sql<string[]>`'{}'`), sql<boolean>`${websiteId}::uuid = any(website_ids)`]),
    )
    .execute();
  return rows.map(toProactive).filter(({ hasPersonLeft }) => !hasPersonLeft);
}

export async function findProactive(db: Database, id: string): Promise<StoredProactive | undefined> {
  const row = await asListed(db).where('proactiveMessages.id', '=', id).executeTakeFirst();
  return row && toProactive(row);
}

const asColumns = ({ conditions, variants, ...content }: ProactiveContent) => ({
  ...content,
  isByAssistant: content.userId === null,
  conditions: JSON.stringify(conditions),
  variants: JSON.stringify(variants),
});

/** Adds one behind the others while there are fewer than `max`. */
export async function insertProactive(
  db: Database,
  content: ProactiveContent,
  max: number,
): Promise<{ id: string } | 'taken' | 'full'> {
  const { stored, last } = await db
    .selectFrom('proactiveMessages')
    .select((eb) => [eb.fn.countAll<number>().as('stored'), eb.fn.max('place').as('last')])
    .executeTakeFirstOrThrow();
  if (stored >= max) return 'full';
  return db
    .insertInto('proactiveMessages')
    .values({ ...asColumns(content), place: (last ?? 0) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(orTaken);
}

export async function updateProactive(db: Database, id: string, content: ProactiveContent): Promise<'done' | 'taken'> {
  const updated = await db
    .updateTable('proactiveMessages')
    .set({ ...asColumns(content), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
    .catch(orTaken);
  return updated === 'taken' ? updated : 'done';
}

/** Orders them; those that aren't named follow in their order. */
export async function orderProactive(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update proactive_messages set place = ordered.place
    from (select id, row_number() over (
      order by coalesce(array_position(${ids}::uuid[], id), 2147483647), place, id) as place
      from proactive_messages) ordered
    where ordered.id = proactive_messages.id and proactive_messages.place <> ordered.place
  `.execute(db);
}

/** Returns the name of the deleted one; undefined when unknown. */
export async function deleteProactive(db: Database, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('proactiveMessages').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

const counters: Record<ProactiveEvent | 'answered' | 'started_after_shown' | 'started_held_out', readonly string[]> = {
  shown: ['shown'],
  held_out: ['held_out'],
  dismissed: ['dismissed'],
  answered: ['answered', 'started_after_shown'],
  started_after_shown: ['started_after_shown'],
  started_held_out: ['started_held_out'],
};

/** Counts something of a proactive message today. One that was deleted since counts nothing. */
async function add(
  db: Database,
  { id, websiteId }: { id: string; websiteId: string },
  counted: keyof typeof counters,
): Promise<void> {
  const columns = counters[counted].map((name) => sql.ref(name));
  await sql`
    insert into proactive_counts (proactive_id, website_id, day, ${sql.join(columns)})
    select proactive_messages.id, websites.id, (now() at time zone 'utc')::date, ${sql.join(columns.map(() => sql`1`))}
    from proactive_messages, websites
    where proactive_messages.id = ${id}::uuid and websites.id = ${websiteId}::uuid
    on conflict (proactive_id, website_id, day) do update
      set ${sql.join(columns.map((column) => sql`${column} = proactive_counts.${column} + 1`))}
  `.execute(db);
}

/** Counts a proactive message that was shown, held out or dismissed on a website. */
export const countEvent = (db: Database, message: { id: string; websiteId: string }, event: ProactiveEvent) =>
  add(db, message, event);

/** Counts a conversation that began with a proactive message, or after it. */
export const countConversation = (
  db: Database,
  message: { id: string; websiteId: string },
  outcome: ProactiveOrigin['outcome'],
) =>
  add(db, message, outcome === 'answered' ? outcome : outcome === 'shown' ? 'started_after_shown' : 'started_held_out');

/** Returns the counts of the last days, of every proactive message. */
export async function reportProactive(db: Database, days: number): Promise<ProactiveReport[]> {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`;
  const rows = await db
    .selectFrom('proactiveMessages')
    .leftJoin('proactiveCounts', (join) =>
      join
        .onRef('proactiveId', '=', 'proactiveMessages.id')
        .on(sql<boolean>`day > (now() at time zone 'utc')::date - ${days}::int`),
    )
    .select([
      'proactiveMessages.id',
      'name',
      sum('shown').as('shown'),
      sum('held_out').as('heldOut'),
      sum('dismissed').as('dismissed'),
      sum('answered').as('answered'),
      sum('started_after_shown').as('startedAfterShown'),
      sum('started_held_out').as('startedHeldOut'),
    ])
    .groupBy('proactiveMessages.id')
    .orderBy('place')
    .execute();
  return rows.map(({ shown, heldOut, startedAfterShown, startedHeldOut, ...row }) => ({
    ...row,
    shown: { visitors: shown, conversations: startedAfterShown },
    heldOut: { visitors: heldOut, conversations: startedHeldOut },
  }));
}
