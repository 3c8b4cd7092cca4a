/** Which conversations somebody may see: one filter, as SQL for whatever is read and as a predicate for what is told. */
import type { Filter } from '@parley/contracts/filter';
import type { JobPayload } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { seesEverything } from '@parley/contracts/rights';
import { scopeFilter, sees } from '@parley/contracts/scope';
import { filterSql } from '@parley/db/conversations/filter';
import { findPlaces } from '@parley/db/conversations/places';
import { findUser } from '@parley/db/users/users';
import { type RawBuilder, sql } from 'kysely';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { meaningFor } from '../conversations/filter.ts';
import { apiKeyCallerNow } from './api-keys/caller.ts';
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

/** Who asked for something that is made later: nobody in particular, somebody of the team, or a key of theirs. */
export type Asker = Pick<JobPayload<'ai-suggestions'>, 'userId' | 'keyId'>;

/** A key may be kept to less than whom it belongs to. */
export const askerOf = ({ user, key }: StaffCaller) => ({ userId: user.id, ...(key && { keyId: key.id }) });

/** The same for who asked, as they are now; who is no more sees nothing. */
export async function scopeSqlFor(
  context: Reading,
  { userId, keyId }: Asker,
): Promise<RawBuilder<boolean> | undefined> {
  if (userId === undefined) return undefined;
  const user = await findUser(context.db, userId);
  const person = keyId === undefined ? user && { user } : await apiKeyCallerNow(context, keyId, '');
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

/** @throws Problem `not_found` for a conversation outside the caller's scope: nobody learns that it exists */
export async function assertInScope(
  context: Reading,
  person: Person,
  conversationIds: readonly string[],
): Promise<void> {
  const rights = await rightsOf(context, person);
  if (seesEverything(rights)) return;
  const places = await findPlaces(context.db, conversationIds);
  for (const id of conversationIds) {
    const place = places.get(id);
    if (!place || !sees(rights, person.user.id, place)) {
      throw new Problem('not_found', say('no_such_conversation'));
    }
  }
}
