import type { Permission } from '@parley/contracts/permissions/permissions';
import { grantOf } from '@parley/contracts/permissions/rights';
import { useMe } from '../auth/auth.tsx';
import { isRepresentative, mayAlways } from '../auth/rights.ts';
import { useSettings } from './settings.ts';
import { forms } from '../i18n/en/forms.ts';

/** Hint beside a section that the user may only view. */
export const adminsOnly = (): string => forms('adminsOnly');

/**
 * Whether the user has the permission: by their role, and by what the settings grant to representatives, as soon as
 * they do.
 */
export function useMay(permission: Permission): boolean {
  const me = useMe();
  const settings = useSettings();
  const granted = grantOf(permission);
  if (granted !== undefined && isRepresentative(me) && settings.data) return settings.data.representativesMay[granted];
  return mayAlways(me, permission);
}
