import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { preparedRows } from '../prepared.ts';

interface Deletions {
  /** Settles with the deletion that was begun last. */
  last: Promise<void>;
  /** What the next one takes along. */
  next: { ids: string[]; deleted: Promise<void> } | undefined;
}

const deletions = new WeakMap<Database, Deletions>();

/**
 * Removes dispatched events; ids that are gone already are fine. Those given while a deletion is under way go together
 * with the next one: a busy process has a commit for many events instead of one each.
 */
export async function deleteOutboxEvents(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = deletions.get(db) ?? { last: Promise.resolve(), next: undefined };
  deletions.set(db, known);
  known.next ??= begin(db, known);
  known.next.ids.push(...ids);
  await known.next.deleted;
}

function begin(db: Database, known: Deletions): NonNullable<Deletions['next']> {
  const ids: string[] = [];
  const work = async (): Promise<void> => {
    // A failure was told to those who waited for it.
    await known.last.catch(() => undefined);
    known.next = undefined;
    known.last = preparedRows(db, sql`delete from outbox where id = any(${ids}::uuid[])`).then(() => undefined);
    await known.last;
  };
  return { ids, deleted: work() };
}
