import type { Team } from '@parley/contracts/roles';
import { listTeams } from '@parley/contracts/routes/teams';
import { useRead } from '../../api/read.ts';

const none: readonly Team[] = [];

/** By name; empty until they are here. */
export const useTeams = (): readonly Team[] => useRead(listTeams, {}).data ?? none;
