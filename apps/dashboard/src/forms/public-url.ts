import { getSecondFactors } from '@parley/contracts/routes/second-factors';
import { useRead } from '../api/read.ts';
import { useMe } from '../auth/auth.tsx';

/**
 * Returns the public address of the installation, for links to pass on: the user's own address bar may contain another
 * one.
 */
export function usePublicUrl(): string {
  const { id } = useMe();
  return useRead(getSecondFactors, { params: { id } }).data?.passkeysAt ?? window.location.origin;
}
