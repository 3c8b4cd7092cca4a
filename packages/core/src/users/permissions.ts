/** What representatives may do only where the installation lets them. Administrators may everything. */
import { Problem } from '@parley/contracts/problems';
import { type Saying, say } from '@parley/contracts/sayings';
import type { Permission } from '@parley/contracts/settings';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseKeyWithout } from './api-keys/caller.ts';

const kept: Record<Permission, Saying> = {
  retention: say('retention_kept'),
  websites: say('websites_kept'),
  export: say('export_kept'),
  sharedReplies: say('shared_replies_kept'),
};

/** @throws Problem `forbidden` */
export async function refuseWithout(
  { settings }: Pick<Context, 'settings'>,
  { user, key }: Pick<StaffCaller, 'user' | 'key'>,
  permission: Permission,
): Promise<void> {
  refuseKeyWithout({ ...(key && { key }) }, [permission]);
  if (key ? key.isOwnerAdmin : user.role === 'admin') return;
  const { representativesMay } = await settings.read();
  if (!representativesMay[permission]) throw new Problem('forbidden', kept[permission]);
}
