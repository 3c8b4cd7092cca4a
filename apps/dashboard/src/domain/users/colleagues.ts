import { listTeams } from '@parley/contracts/routes/teams';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useMemo } from 'react';
import { useRead } from '../../api/read.ts';
import type { Colleague } from './mention-words.ts';

const nobody: readonly Colleague[] = [];

/** The active accounts, those who are online first. */
export function useColleagues(): readonly Colleague[] {
  const { data } = useRead(listRepresentatives, {});
  return useMemo(
    () =>
      data
        ?.filter(({ isActive = true }) => isActive)
        .toSorted((one, other) => Number(other.availability === 'online') - Number(one.availability === 'online')) ??
      nobody,
    [data],
  );
}

/** Colleagues, and the teams that have members: everything that a note can mention. */
export function useMentionable(): readonly Colleague[] {
  const colleagues = useColleagues();
  const { data: teams } = useRead(listTeams, {});
  return useMemo(
    () => [
      ...colleagues,
      ...(teams ?? [])
        .filter(({ memberIds }) => memberIds.length > 0)
        .map(({ id, name }) => ({ id, name, isTeam: true as const })),
    ],
    [colleagues, teams],
  );
}
