/** Banners as they are stored. */
import type { Banner, BannerContent } from '@parley/contracts/proactive/banners';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { orTaken } from '../or-taken.ts';
import type { BannersTable } from '../tables/proactive.ts';

const toBanner = ({ from, until, createdAt, updatedAt, ...row }: Selectable<BannersTable>): Banner => ({
  ...row,
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Returns all of them, the newest first. */
export async function listBanners(db: Database): Promise<Banner[]> {
  const rows = await db.selectFrom('banners').selectAll().orderBy('from', 'desc').orderBy('id', 'desc').execute();
  return rows.map(toBanner);
}

/** Returns those that a website shows now, the newest first. */
export async function bannersNow(db: Database, websiteId: string): Promise<Banner[]> {
  const rows = await db
    .selectFrom('banners')
    .selectAll()
    .where('from', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', sql<Date>`now()`)]))
    .where((eb) =>
      eb.or([eb('websiteIds', '=', sql<string[]>`'{}'`), sql<boolean>`${websiteId}::uuid = any(website_ids)`]),
    )
    .orderBy('from', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toBanner);
}

export async function findBanner(db: Database, id: string): Promise<Banner | undefined> {
  const row = await db.selectFrom('banners').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toBanner(row);
}

const asColumns = ({ variants, ...content }: BannerContent) => ({ ...content, variants: JSON.stringify(variants) });

/** Adds a banner while there are fewer than `max`. */
export async function insertBanner(
  db: Database,
  content: BannerContent,
  max: number,
): Promise<{ id: string } | 'taken' | 'full'> {
  const { count } = await db
    .selectFrom('banners')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= max) return 'full';
  return db.insertInto('banners').values(asColumns(content)).returning('id').executeTakeFirstOrThrow().catch(orTaken);
}

export async function updateBanner(db: Database, id: string, content: BannerContent): Promise<'done' | 'taken'> {
  const updated = await db
    .updateTable('banners')
    .set({ ...asColumns(content), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
    .catch(orTaken);
  return updated === 'taken' ? updated : 'done';
}

/** Returns the name of the deleted one; undefined when unknown. */
export async function deleteBanner(db: Database, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('banners').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}
