import type { ArticleCategory, CategoryNames } from '@parley/contracts/help';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

/** In their order. */
export async function listCategories(db: Database): Promise<ArticleCategory[]> {
  return db.selectFrom('articleCategories').select(['id', 'names']).orderBy('place').execute();
}

/** Has whoever else would set them wait for the end of the transaction. */
export async function lockCategories(transaction: Transaction): Promise<void> {
  await sql`lock table article_categories in share row exclusive mode`.execute(transaction);
}

/** Those that are left out are removed; one without an id, or an unknown one, is new. Run in a transaction. */
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
