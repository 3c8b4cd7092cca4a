import type { Filter } from '@parley/contracts/filter/filter';
import { fieldError, Problem } from '@parley/contracts/problems';
import {
  asksForNames,
  daysInUtc,
  readSearch,
  type SearchNames,
  searchProblemWords,
} from '@parley/contracts/filter/search-words';
import { companyNames } from '@parley/db/companies/companies';
import { listAttributes } from '@parley/db/attributes/attributes';
import { listMailboxNames } from '@parley/db/mail/mailboxes';
import { listTeams } from '@parley/db/roles/teams';
import { listSlaPolicies } from '@parley/db/sla/policies';
import { listTags } from '@parley/db/tags/tags';
import { listRepresentatives } from '@parley/db/users/representatives';
import { listWebsites } from '@parley/db/websites/websites';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { can } from '../permissions/permissions.ts';
import { scopeSql } from '../permissions/scope.ts';

/** Parsed search: its text, and the filters within it. */
export interface AskedFor {
  text: string;
  filter: Filter | null;
}

/** Parses a search of a caller; days are in UTC. @throws Problem `invalid` that names each filter with an invalid value */
export async function readSearchText(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  typed: string,
): Promise<AskedFor> {
  const names = asksForNames(typed)
    ? await readNames(context, caller)
    : { users: [], teams: [], websites: [], companies: [], mailboxes: [], slaPolicies: [], tags: [], attributes: [] };
  const { text, filter, words } = readSearch(typed, names, daysInUtc(Date.now()));
  const faults = words.flatMap(({ problem }) => problem ?? []);
  const [first] = faults;
  if (first) {
    const errors = faults.map((fault) => fieldError(`q.${fault.key}`, searchProblemWords(fault)));
    throw new Problem('invalid', searchProblemWords(first), { errors });
  }
  return { text, filter };
}

async function readNames(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<SearchNames> {
  const { db } = context;
  const within = await scopeSql(context, caller);
  const mayReadContacts = await can(context, caller, 'contacts.read');
  const [users, teams, websites, companies, mailboxes, slaPolicies, tags, attributes] = await Promise.all([
    listRepresentatives(db),
    listTeams(db),
    listWebsites(db),
    mayReadContacts ? companyNames(db, within) : [],
    listMailboxNames(db),
    listSlaPolicies(db),
    listTags(db),
    listAttributes(db),
  ]);
  return { users, teams, websites, companies, mailboxes, slaPolicies, tags, attributes };
}
