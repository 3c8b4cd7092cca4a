/** What representatives may do only where the installation lets them. Administrators may everything. */
import { Problem } from '@parley/contracts/problems';
import type { Permission } from '@parley/contracts/settings';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';

const kept: Record<Permission, string> = {
  retention: 'Only an administrator may change the retention here.',
  websites: 'Only an administrator may change the websites here.',
  export: 'Only an administrator may export conversations here.',
  sharedReplies: 'Only an administrator may change the replies that all share here.',
};

/** @throws Problem `forbidden` */
export async function refuseWithout(
  { settings }: Pick<Context, 'settings'>,
  { user }: Pick<StaffCaller, 'user'>,
  permission: Permission,
): Promise<void> {
  if (user.role === 'admin') return;
  const { representativesMay } = await settings.read();
  if (!representativesMay[permission]) throw new Problem('forbidden', kept[permission]);
}
