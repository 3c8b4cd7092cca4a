import type { ArticleCategory, CategoryNames } from '@parley/contracts/knowledge/help';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

/** In their order. */
export async function listCategories(db: Database): Promise<ArticleCategory[]> {
  return db.selectFrom('articleCategories').select(['id', 'names']).orderBy('place').execute();
}

/** Locks the categories against other writers until the transaction ends. */
export async function lockCategories(transaction: Transaction): Promise<void> {
  await sql`lock table article_categories in share row exclusive mode`.execute(transaction);
}

/**
 * Replaces the categories: removes those left out, and adds those without an id or with an unknown one. Run in a
 * transaction.
 */
export async function setCategories(
  db: Database,
  categories: readonly { id?: string; names: CategoryNames }[],
): Promise<ArticleCategory[]> {
  const known = new Set((await listCategories(db)).map(({ id }) => id));
  const kept = categories.flatMap(({ id }) => (id !== undefined && known.has(id) ? [id] : []));
  const gone = [...known].filter((id) => !kept.includes(id));
  if (gone.length > 0) await db.deleteFrom('articleCategories').where('id', 'in', gone).execute();
  for (const [place, { id, names }] of categories.entries()) {
    const row = { names: JSON.stringify(names), place };
    if (id !== undefined && known.has(id)) {
      await db.updateTable('articleCategories').set(row).where('id', '=', id).execute();
    } else await db.insertInto('articleCategories').values(row).execute();
  }
  return listCategories(db);
}
