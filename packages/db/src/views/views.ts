/** Saved views. */
import type { Filter } from '@parley/contracts/filter/filter';
import type { ListSort, View, ViewScope } from '@parley/contracts/conversations/views';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { ViewsTable } from '../tables/work.ts';

const toView = ({ createdAt, updatedAt, ...view }: Selectable<ViewsTable>): View => ({
  ...view,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Returns the views that a user owns or that are shared with them. */
export async function listViews(db: Database, userId: string): Promise<View[]> {
  const rows = await db
    .selectFrom('views')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('ownerId', '=', userId),
        eb('scope', '=', 'all'),
        eb('scope', '=', 'team').and(eb.or([eb('teamId', 'is', null), eb('teamId', 'in', teamsOf(userId))])),
      ]),
    )
    .orderBy(sql`array_position(array['me', 'team', 'all'], scope)`)
    .orderBy('teamId', (by) => by.asc().nullsLast())
    .orderBy('place')
    .orderBy('id')
    .execute();
  return rows.map(toView);
}

const teamsOf = (userId: string) => sql<string>`(select team_id from team_members where user_id = ${userId})`;

/** Undefined when unknown. Locks it until the transaction ends. */
export async function lockView(transaction: Transaction, id: string): Promise<View | undefined> {
  const row = await transaction.selectFrom('views').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toView(row);
}

/** Returns the number of views that a user owns. */
export async function countOwned(db: Database, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

interface ViewFields {
  name: string;
  filter: Filter;
  sort: ListSort;
  scope: ViewScope;
  teamId: string | null;
}

/** Adds a view behind those of its scope. */
export async function insertView(db: Database, { filter, ...view }: ViewFields & { ownerId: string }): Promise<View> {
  const row = await db
    .insertInto('views')
    .values({ ...view, filter: JSON.stringify(filter), place: endOf(view) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toView(row);
}

/** Changes a view. One that moves to another scope or team goes to the end of the views there. */
export async function updateView(
  transaction: Transaction,
  view: View,
  { filter, ...change }: Partial<ViewFields>,
): Promise<View> {
  const moves =
    (change.scope !== undefined && change.scope !== view.scope) ||
    (change.teamId !== undefined && change.teamId !== view.teamId);
  const row = await transaction
    .updateTable('views')
    .set({
      ...change,
      ...(filter && { filter: JSON.stringify(filter) }),
      ...(moves && { place: endOf({ ...view, ...change }) }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', view.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toView(row);
}

/** Moves a view to a place among the views of its group and renumbers them. */
export async function moveView(transaction: Transaction, view: View, place: number): Promise<View> {
  const { rows } = await sql<Selectable<ViewsTable>>`
    with neighbours as (
      select id, row_number() over (order by place, id) - 1 as place from views
      where ${among(view)} and id <> ${view.id}
    ), placed as (
      select id, place + (place >= ${place}::int)::int as place from neighbours
      union all select ${view.id}::uuid, least(${place}::int, (select count(*) from neighbours))
    ), moved as (
      update views set place = placed.place, updated_at = now() from placed where views.id = placed.id
      returning views.*
    )
    select * from moved where id = ${view.id}
  `.execute(transaction);
  const [row] = rows;
  return row ? toView(row) : view;
}

/** Makes the views of a team personal views of their owners, after the ones they have. */
export async function keepViewsOfTeam(transaction: Transaction, teamId: string): Promise<void> {
  await sql`update views set scope = 'me', team_id = null, updated_at = now(), place = place + (
    select coalesce(max(place) + 1, 0) from views own where own.scope = 'me' and own.owner_id = views.owner_id
  ) where team_id = ${teamId}::uuid`.execute(transaction);
}

/** False when unknown. */
export async function deleteView(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('views').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Matches the views that share an order with this one: a user's own views, those of one team, or those of all teams.
 */
const among = ({ scope, ownerId, teamId }: Pick<View, 'scope' | 'ownerId' | 'teamId'>) =>
  scope === 'me'
    ? sql`scope = 'me' and owner_id = ${ownerId}::uuid`
    : sql`scope = ${scope}::text and team_id is not distinct from ${teamId}::uuid`;

const endOf = (view: Pick<View, 'scope' | 'ownerId' | 'teamId'>) =>
  sql<number>`(select coalesce(max(place) + 1, 0) from views where ${among(view)})`;
