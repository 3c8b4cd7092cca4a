import type { Permission } from '@parley/contracts/permissions';
import { grantOf } from '@parley/contracts/rights';
import { useMe } from '../auth/auth.tsx';
import { isRepresentative, mayAlways } from '../auth/rights.ts';
import { useSettings } from './settings.ts';
import { forms } from '../i18n/en/forms.ts';

/** Said beside what somebody may only look at. */
export const adminsOnly = (): string => forms('adminsOnly');

/** Whether this person may: as their role says, and as the administrators let representatives, from the moment they do. */
export function useMay(permission: Permission): boolean {
  const me = useMe();
  const settings = useSettings();
  const granted = grantOf(permission);
  if (granted !== undefined && isRepresentative(me) && settings.data) return settings.data.representativesMay[granted];
  return mayAlways(me, permission);
}
