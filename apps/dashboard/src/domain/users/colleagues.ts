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
        .toSorted((one, other) => Number(other.status === 'online') - Number(one.status === 'online')) ?? nobody,
    [data],
  );
}
