import { listAttributes } from '@parley/contracts/routes/attributes';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listTags } from '@parley/contracts/routes/tags';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useRead } from '../../api/read.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import type { Known } from './conditions.ts';

/** Loads the names of users, websites, tags, teams and attributes. */
export function useKnown(): Known {
  const people = useRead(listRepresentatives, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const tags = useRead(listTags, {}).data ?? [];
  const attributes = useRead(listAttributes, {}).data ?? [];
  return { people, websites, tags, teams: useTeams(), attributes };
}
