import type { Permission } from '@parley/contracts/permissions/permissions';
import { grantOf } from '@parley/contracts/permissions/rights';
import { useMe } from '../auth/auth.tsx';
import { isRepresentative, mayAlways } from '../auth/rights.ts';
import { useSettings } from './settings.ts';
import { forms } from '../i18n/en/forms.ts';

/** Hint beside a section that the user may only view. */
export const adminsOnly = (): string => forms('adminsOnly');

/**
 * Returns whether the user has a permission: by their role, and by what the settings grant to representatives, as soon
 * as they do.
 */
export function useRights(): (permission: Permission) => boolean {
  const me = useMe();
  const settings = useSettings();
  return (permission) => {
    const granted = grantOf(permission);
    if (granted !== undefined && isRepresentative(me) && settings.data)
      return settings.data.representativesMay[granted];
    return mayAlways(me, permission);
  };
}

/** Whether the user has the permission. */
export const useMay = (permission: Permission): boolean => useRights()(permission);
