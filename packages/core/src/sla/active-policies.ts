/** Reads SLA policies, and compiles their filters. */
import { mayNameAttribute } from '@parley/contracts/filter/filter-fields';
import { parseFilter } from '@parley/contracts/filter/filter-parse';
import type { SlaPolicy } from '@parley/contracts/sla/sla';
import { listAttributes } from '@parley/db/attributes/attributes';
import { filterSql } from '@parley/db/conversations/filter';
import * as policies from '@parley/db/sla/policies';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';

/** In their order; one with a deleted attribute in its filter is marked. */
export async function listSlaPolicies({ db }: Pick<Context, 'db'>): Promise<SlaPolicy[]> {
  const known = await policies.listSlaPolicies(db);
  const attributes = known.some(({ filter }) => mayNameAttribute(filter)) ? await listAttributes(db) : [];
  return known.map((policy) =>
    'filter' in parseFilter(policy.filter, attributes) ? policy : { ...policy, isBroken: true },
  );
}

/** Returns the policies that apply. */
export async function activePolicies(context: Pick<Context, 'db'>): Promise<SlaPolicy[]> {
  return (await listSlaPolicies(context)).filter(({ isBroken }) => !isBroken);
}

/** Filters that depend on the caller are refused. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Returns the conditions under which each policy applies, unless an earlier one does. */
export const conditionsOf = (known: readonly Pick<SlaPolicy, 'filter'>[]): RawBuilder<boolean>[] =>
  known.map(({ filter }) => filterSql(filter, { me: nobody, now: Date.now() }));
