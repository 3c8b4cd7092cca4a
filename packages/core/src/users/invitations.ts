/** Invitations: a link that makes one account. */
import type { Invitation, Role } from '@parley/contracts/entities';
import { invitationDays } from '@parley/contracts/users/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as invitations from '@parley/db/users/invitations';
import { randomToken } from '@parley/service/secrets';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { grantedRole } from './roles.ts';
import { invitationTokenHash } from './register.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/**
 * A single-use link, valid for 7 days. The token in it is stored nowhere.
 *
 * @throws Problem as `grantedRole`
 */
export async function invite(
  context: Context,
  caller: StaffCaller,
  asked: { role?: Role; roleId?: string },
): Promise<{ url: string; expiresAt: string }> {
  await refuseWithout(context, caller, 'access.manage');
  const { role = 'representative', roleId = null } = await grantedRole(context, caller, asked);
  const token = randomToken();
  const expiresAt = new Date(Date.now() + invitationDays * 24 * 3600 * 1000);
  const id = await invitations.insertInvitation(context.db, {
    tokenHash: invitationTokenHash(token),
    role,
    roleId,
    createdBy: caller.user.id,
    expiresAt,
  });
  await recordAudit(context, caller, {
    action: 'invitation.created',
    subject: { type: 'invitation', id },
    details: { role, ...(roleId !== null && { roleId }) },
  });
  return { url: `${context.publicUrl}/auth?invite=${token}`, expiresAt: expiresAt.toISOString() };
}

/** Open and used ones, newest first. */
export async function listInvitations(context: Context, caller: StaffCaller): Promise<Invitation[]> {
  await refuseWithout(context, caller, 'access.manage');
  return invitations.listInvitations(context.db);
}

/** @throws Problem `not_found` for one that is unknown, used or taken back already */
export async function revokeInvitation(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'access.manage');
  if (!(await invitations.revokeInvitation(context.db, id))) {
    throw new Problem('not_found', localize('no_such_invitation'));
  }
  await recordAudit(context, caller, { action: 'invitation.revoked', subject: { type: 'invitation', id } });
}
