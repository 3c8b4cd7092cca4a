import type { Permission } from '@parley/contracts/settings';
import { useMe } from '../auth/auth.tsx';
import { useSettings } from './settings.ts';
import { forms } from '../i18n/en/forms.ts';

/** Said beside what somebody may only look at. */
export const adminsOnly = (): string => forms('adminsOnly');

/** Whether this person may; administrators always, representatives as the administrators have set it. */
export function useMay(permission: Permission): boolean {
  const me = useMe();
  const settings = useSettings();
  return me.role === 'admin' || settings.data?.representativesMay[permission] === true;
}
