/** Which conversations somebody may see: one filter, as SQL for whatever is read and as a predicate for what is told. */
import type { Filter } from '@parley/contracts/filter';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { seesEverything } from '@parley/contracts/rights';
import { scopeFilter, sees } from '@parley/contracts/scope';
import { filterSql } from '@parley/db/conversations/filter';
import { findPlaces } from '@parley/db/conversations/places';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { meaningFor } from '../conversations/filter.ts';
import { type Asker, askerNow } from './asker.ts';
import { type Person, rightsOf } from './rights.ts';

type Reading = Pick<Context, 'db' | 'settings'>;

/** The filter of what somebody may see; undefined for whoever sees everything. */
export async function scopeOf(context: Reading, person: Person): Promise<Filter | undefined> {
  return scopeFilter(await rightsOf(context, person));
}

/** The same as a condition on a table or CTE called `conversations`; undefined for whoever sees everything. */
export async function scopeSql(context: Reading, person: Person): Promise<RawBuilder<boolean> | undefined> {
  const scope = await scopeOf(context, person);
  return scope && filterSql(scope, meaningFor(person));
}

/** The same for who asked, as they are now; who works here no more sees nothing. */
export async function scopeSqlFor(
  context: Reading,
  { userId, ...asker }: Asker,
): Promise<RawBuilder<boolean> | undefined> {
  if (userId === undefined) return undefined;
  const person = await askerNow(context, { userId, ...asker });
  return person ? scopeSql(context, person) : sql<boolean>`false`;
}

/** What a filter takes in of what somebody may see. */
export async function withinScope(context: Reading, person: Person, filter: Filter): Promise<Filter> {
  const scope = await scopeOf(context, person);
  return scope ? { all: [scope, filter] } : filter;
}

/** Whether a conversation is one that somebody may see; of one that is not there it is not said. */
export async function isInScope(context: Reading, person: Person, conversationId: string): Promise<boolean> {
  const rights = await rightsOf(context, person);
  if (seesEverything(rights)) return true;
  const place = (await findPlaces(context.db, [conversationId])).get(conversationId);
  return place !== undefined && sees(rights, person.user.id, place);
}

/** Which of these conversations somebody may see. */
export async function inScopeOf(
  context: Reading,
  person: Person,
  conversationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rights = await rightsOf(context, person);
  if (seesEverything(rights)) return new Set(conversationIds);
  const places = await findPlaces(context.db, conversationIds);
  return new Set(
    conversationIds.filter((id) => {
      const place = places.get(id);
      return place !== undefined && sees(rights, person.user.id, place);
    }),
  );
}

/** @throws Problem `not_found` for a conversation outside the caller's scope: nobody learns that it exists */
export async function assertInScope(
  context: Reading,
  person: Person,
  conversationIds: readonly string[],
): Promise<void> {
  const seen = await inScopeOf(context, person, conversationIds);
  if (conversationIds.some((id) => !seen.has(id))) throw new Problem('not_found', say('no_such_conversation'));
}
