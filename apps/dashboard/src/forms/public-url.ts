import { getSecondFactors } from '@parley/contracts/routes/second-factors';
import { useRead } from '../api/read.ts';
import { useMe } from '../auth/auth.tsx';

/** The public address of the installation, for others to be told: somebody may be here by another one. */
export function usePublicUrl(): string {
  const { id } = useMe();
  return useRead(getSecondFactors, { params: { id } }).data?.passkeysAt ?? window.location.origin;
}
