import type { Team } from '@parley/contracts/permissions/roles';
import { listTeams } from '@parley/contracts/routes/teams';
import { useMe } from '../../auth/auth.tsx';
import { useRead } from '../../api/read.ts';

const none: readonly Team[] = [];

/** Returns the teams by name; empty until they are loaded. */
export const useTeams = (): readonly Team[] => useRead(listTeams, {}).data ?? none;

/** Returns the teams that the user belongs to, by name. */
export function useMyTeams(): readonly Team[] {
  const ids = useMe().rights?.teamIds ?? [];
  return useTeams().filter(({ id }) => ids.includes(id));
}
