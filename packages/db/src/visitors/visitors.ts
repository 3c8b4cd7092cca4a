import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../database.ts';
import type { VisitorsTable } from '../tables/users.ts';

export type Visitor = Selectable<VisitorsTable>;
type Named = { name: string | null | RawBuilder<string> };
export type NewVisitor = Omit<Insertable<VisitorsTable>, 'createdAt' | 'updatedAt' | 'name'> & Named;
export type VisitorChange = Omit<Updateable<VisitorsTable>, 'id' | 'websiteId' | 'createdAt' | 'updatedAt' | 'name'> &
  Partial<Named>;

/** Returns a visitor, merged and blocked ones included. */
export async function findVisitor(db: Database, id: string): Promise<Visitor | undefined> {
  return db.selectFrom('visitors').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The visitors were here until now. */
export async function markVisitorsSeen(db: Database, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('visitors')
    .set({ lastSeenAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Inserts a visitor; fields that are left out have their defaults. */
export async function insertVisitor(db: Database, visitor: Partial<NewVisitor> & { websiteId: string | null }) {
  return db.insertInto('visitors').values(completeVisitor(visitor)).returningAll().executeTakeFirstOrThrow();
}

/**
 * The one visitor whom a website vouches for under `identityKey`, made when there is none; given fields replace the
 * stored ones.
 */
export async function upsertVerifiedVisitor(
  db: Database,
  visitor: Partial<NewVisitor> & { websiteId: string; identityKey: string },
): Promise<Visitor> {
  return db
    .insertInto('visitors')
    .values(completeVisitor(visitor))
    .onConflict((conflict) =>
      conflict
        .columns(['websiteId', 'identityKey'])
        .where('identityKey', 'is not', null)
        .doUpdateSet({ ...visitor, updatedAt: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined when unknown. */
export async function updateVisitor(db: Database, id: string, change: VisitorChange): Promise<Visitor | undefined> {
  return db
    .updateTable('visitors')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Stores the country that a page states, and returns whether it is another one than before. */
export async function stateCountry(db: Database, id: string, country: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('visitors')
    .set({ country, countrySource: 'page', updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(country, country_source) is distinct from (${country}, 'page')`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

const empty = {
  identityKey: null,
  email: null,
  emailNetwork: null,
  name: null,
  userAgent: null,
  locale: null,
  timeZone: null,
  pageUrl: null,
  pageTitle: null,
  pageReferrer: null,
} satisfies Partial<NewVisitor>;

function completeVisitor(visitor: Partial<NewVisitor> & { websiteId: string | null }): NewVisitor {
  return { ...empty, ...visitor, websiteId: visitor.websiteId };
}
