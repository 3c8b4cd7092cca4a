import { listRepresentatives } from '@parley/contracts/routes/people';
import { listTags } from '@parley/contracts/routes/tags';
import { listTeams } from '@parley/contracts/routes/teams';
import { listWebsites } from '@parley/contracts/routes/websites';
import {
  asksForNames,
  type ReadSearch,
  readSearch,
  type SearchDays,
  type SearchNames,
} from '@parley/contracts/search-words';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/read.ts';

/** Days where the browser is. */
function daysHere(): SearchDays {
  const now = new Date();
  return {
    startOf: (year, month, day) => new Date(year, month, day).getTime(),
    today: [now.getFullYear(), now.getMonth(), now.getDate()],
  };
}

const nobody: SearchNames = { people: [], teams: [], websites: [], tags: [] };

/** What people, teams, websites and tags are called, read once a search names one; null until they are here. */
export function useSearchNames(isWanted: boolean): SearchNames | null {
  // Who asks for no names is not told of them: the whole screen of the conversations does, and people come and go.
  const wanted = { enabled: isWanted, subscribed: isWanted };
  const people = useQuery({ ...read(listRepresentatives, {}), ...wanted });
  const teams = useQuery({ ...read(listTeams, {}), ...wanted });
  const websites = useQuery({ ...read(listWebsites, {}), ...wanted });
  const tags = useQuery({ ...read(listTags, {}), ...wanted });
  // Of what could not be read no name is known: that is said, rather than nothing at all.
  const isKnown = [people, teams, websites, tags].every(({ isSuccess, isError }) => isSuccess || isError);
  return useMemo(() => {
    if (!isWanted) return nobody;
    if (!isKnown) return null;
    return {
      people: people.data ?? [],
      teams: teams.data ?? [],
      websites: websites.data ?? [],
      tags: tags.data ?? [],
    };
  }, [isWanted, isKnown, people.data, teams.data, websites.data, tags.data]);
}

/** A search taken apart, as the API would; null while the names in it are not known. */
export function useAskedFor(typed: string): ReadSearch | null {
  const names = useSearchNames(asksForNames(typed));
  return useMemo(() => (names ? readSearch(typed, names, daysHere()) : null), [typed, names]);
}
