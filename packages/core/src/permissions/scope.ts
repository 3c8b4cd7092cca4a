/** Limits the conversations that a user may see: one filter, as SQL for reads and as a predicate for events. */
import type { Filter } from '@parley/contracts/filter/filter';
import type { FilterMeaning } from '@parley/contracts/filter/filter-fields';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { scopeFilter, sees } from '@parley/contracts/permissions/scope';
import { filterSql } from '@parley/db/conversations/filter';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Requester, currentRequester } from './requester.ts';
import { type UserCaller, rightsOf } from './rights.ts';

type Reading = Pick<Context, 'db' | 'settings'>;

/** Returns the meaning of `me` and `now` in a filter, for this caller. */
export const meaningFor = ({ user }: Pick<UserCaller, 'user'>): FilterMeaning => ({ me: user.id, now: Date.now() });

/** Returns the filter of the user's conversations; undefined if they see everything. */
export async function scopeOf(context: Reading, caller: UserCaller): Promise<Filter | undefined> {
  return scopeFilter(await rightsOf(context, caller));
}

/** Returns the scope as a condition on a table or CTE called `conversations`; undefined if the user sees everything. */
export async function scopeSql(context: Reading, caller: UserCaller): Promise<RawBuilder<boolean> | undefined> {
  const scope = await scopeOf(context, caller);
  return scope && filterSql(scope, meaningFor(caller));
}

/** Returns the scope of a requester, with their present rights; former users see nothing. */
export async function scopeSqlFor(
  context: Reading,
  { userId, ...requester }: Requester,
): Promise<RawBuilder<boolean> | undefined> {
  if (userId === undefined) return undefined;
  const caller = await currentRequester(context, { userId, ...requester });
  return caller ? scopeSql(context, caller) : sql<boolean>`false`;
}

/** Combines a filter with the user's scope. */
export async function withinScope(context: Reading, caller: UserCaller, filter: Filter): Promise<Filter> {
  const scope = await scopeOf(context, caller);
  return scope ? { all: [scope, filter] } : filter;
}

/** Returns whether a user may see a conversation. Users who see everything get true for an unknown one too. */
export async function isInScope(context: Reading, caller: UserCaller, conversationId: string): Promise<boolean> {
  const rights = await rightsOf(context, caller);
  if (seesEverything(rights)) return true;
  const scope = (await findConversationScopes(context.db, [conversationId])).get(conversationId);
  return scope !== undefined && sees(rights, caller.user.id, scope);
}

/** Returns the ids that the user may see. */
export async function inScopeOf(
  context: Reading,
  caller: UserCaller,
  conversationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rights = await rightsOf(context, caller);
  if (seesEverything(rights)) return new Set(conversationIds);
  const scopes = await findConversationScopes(context.db, conversationIds);
  return new Set(
    conversationIds.filter((id) => {
      const scope = scopes.get(id);
      return scope !== undefined && sees(rights, caller.user.id, scope);
    }),
  );
}

/** @throws Problem `not_found` for a conversation outside the caller's scope: its existence isn't revealed */
export async function assertInScope(
  context: Reading,
  caller: UserCaller,
  conversationIds: readonly string[],
): Promise<void> {
  const seen = await inScopeOf(context, caller, conversationIds);
  if (conversationIds.some((id) => !seen.has(id))) throw new Problem('not_found', localize('no_such_conversation'));
}
