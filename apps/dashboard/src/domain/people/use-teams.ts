import type { Team } from '@parley/contracts/permissions/roles';
import { listTeams } from '@parley/contracts/routes/teams';
import { useRead } from '../../api/read.ts';

const none: readonly Team[] = [];

/** Returns the teams by name; empty until they are loaded. */
export const useTeams = (): readonly Team[] => useRead(listTeams, {}).data ?? none;
