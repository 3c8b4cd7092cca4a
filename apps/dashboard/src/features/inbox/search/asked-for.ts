import { companiesPerPageMax } from '@parley/contracts/conversations/limits';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { listCompanies } from '@parley/contracts/routes/companies';
import { listMailboxNames } from '@parley/contracts/routes/mail';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listSlaPolicies } from '@parley/contracts/routes/sla';
import { listTags } from '@parley/contracts/routes/tags';
import { listTeams } from '@parley/contracts/routes/teams';
import { listWebsites } from '@parley/contracts/routes/websites';
import {
  asksForNames,
  type ReadSearch,
  readSearch,
  type SearchDays,
  type SearchNames,
} from '@parley/contracts/filter/search-words';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../api/read.ts';

/** Days where the browser is. */
function daysHere(): SearchDays {
  const now = new Date();
  return {
    startOf: (year, month, day) => new Date(year, month, day).getTime(),
    today: [now.getFullYear(), now.getMonth(), now.getDate()],
  };
}

const nobody: SearchNames = {
  users: [],
  teams: [],
  websites: [],
  companies: [],
  mailboxes: [],
  slaPolicies: [],
  tags: [],
  attributes: [],
};

/**
 * Returns the names of users, teams, websites, tags and attributes, read once a search contains one; null until they are loaded.
 */
export function useSearchNames(isWanted: boolean): SearchNames | null {
  // No subscription without names: the whole conversations screen calls this, and users come and go.
  const wanted = { enabled: isWanted, subscribed: isWanted };
  const users = useQuery({ ...read(listRepresentatives, {}), ...wanted });
  const teams = useQuery({ ...read(listTeams, {}), ...wanted });
  const websites = useQuery({ ...read(listWebsites, {}), ...wanted });
  const companies = useQuery({ ...read(listCompanies, { query: { limit: companiesPerPageMax } }), ...wanted });
  const mailboxes = useQuery({ ...read(listMailboxNames, {}), ...wanted });
  const slaPolicies = useQuery({ ...read(listSlaPolicies, {}), ...wanted });
  const tags = useQuery({ ...read(listTags, {}), ...wanted });
  const attributes = useQuery({ ...read(listAttributes, {}), ...wanted });
  // Lists that could not be read count as empty: the search reports an unknown name instead of showing nothing.
  const isKnown = [users, teams, websites, companies, mailboxes, slaPolicies, tags, attributes].every(
    ({ isSuccess, isError }) => isSuccess || isError,
  );
  return useMemo(() => {
    if (!isWanted) return nobody;
    if (!isKnown) return null;
    return {
      users: users.data ?? [],
      teams: teams.data ?? [],
      websites: websites.data ?? [],
      companies: companies.data ?? [],
      mailboxes: mailboxes.data ?? [],
      slaPolicies: slaPolicies.data ?? [],
      tags: tags.data ?? [],
      attributes: attributes.data ?? [],
    };
  }, [
    isWanted,
    isKnown,
    users.data,
    teams.data,
    websites.data,
    companies.data,
    mailboxes.data,
    slaPolicies.data,
    tags.data,
    attributes.data,
  ]);
}

/** A search taken apart, as the API would; null while the names in it are not known. */
export function useAskedFor(typed: string): ReadSearch | null {
  const names = useSearchNames(asksForNames(typed));
  return useMemo(() => (names ? readSearch(typed, names, daysHere()) : null), [typed, names]);
}
