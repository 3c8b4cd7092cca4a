/** Invitations: a link that makes one account. */
import type { Invitation, Role } from '@parley/contracts/entities';
import { invitationDays } from '@parley/contracts/users/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as invitations from '@parley/db/users/invitations';
import { randomToken } from '@parley/service/secrets';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { recordAudit } from '../audit/record.ts';
import { canMailAccounts, mailInvitation } from './account-mails.ts';
import { invitationUrl } from './invitation-url.ts';
import { grantedRole } from './roles.ts';
import { invitationTokenHash } from './register.ts';
import { refuseWithout } from '../permissions/permissions.ts';

interface InvitationLink {
  url: string;
  expiresAt: string;
  /** Whether it is being mailed. */
  isMailed: boolean;
}

/** Returns a new token with its hash, and when it expires. The token itself is stored nowhere. */
function newLink() {
  const token = randomToken();
  const expiresAt = new Date(Date.now() + invitationDays * 24 * 3600 * 1000);
  return { token, tokenHash: invitationTokenHash(token), expiresAt };
}

/** Returns the link, and queues its mail if there is an address and a mail server. */
async function sendLink(
  context: ExternalContext,
  caller: StaffCaller,
  { token, expiresAt }: ReturnType<typeof newLink>,
  { id, email }: { id: string; email: string | null },
): Promise<InvitationLink> {
  const isMailed = email !== null && (await canMailAccounts(context));
  if (isMailed) await mailInvitation(context, { userId: caller.user.id, invitationId: id, token });
  return { url: invitationUrl(context, token), expiresAt: expiresAt.toISOString(), isMailed };
}

/**
 * Makes a single-use link, valid for 7 days, and mails it to an address. The answer is the same whether an account has
 * the address.
 *
 * @throws Problem as `grantedRole`
 */
export async function invite(
  context: ExternalContext,
  caller: StaffCaller,
  { email, ...asked }: { role?: Role; roleId?: string; email?: string },
): Promise<InvitationLink> {
  await refuseWithout(context, caller, 'access.manage');
  const { role = 'representative', roleId = null } = await grantedRole(context, caller, asked);
  const link = newLink();
  const { tokenHash, expiresAt } = link;
  const to = email?.trim() ?? null;
  const made = { tokenHash, role, roleId, email: to, createdBy: caller.user.id, expiresAt };
  const id = await invitations.insertInvitation(context.db, made);
  await recordAudit(context, caller, {
    action: 'invitation.created',
    subject: { type: 'invitation', id },
    details: { role, ...(roleId !== null && { roleId }), ...(to !== null && { email: to }) },
  });
  return sendLink(context, caller, link, { id, email: to });
}

/**
 * Replaces the link of an open invitation, also of an expired one, and mails it again. The caller must be able to grant
 * its role.
 *
 * @throws Problem `not_found` for one that is unknown, used or taken back, and as `grantedRole`
 */
export async function resendInvitation(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
): Promise<InvitationLink> {
  await refuseWithout(context, caller, 'access.manage');
  const link = newLink();
  const renewed = await context.db.transaction().execute(async (db) => {
    const { tokenHash, expiresAt } = link;
    const found = await invitations.renewInvitation(db, id, { tokenHash, expiresAt, createdBy: caller.user.id });
    if (!found) throw new Problem('not_found', localize('no_such_invitation'));
    await grantedRole(context, caller, found.roleId === null ? { role: found.role } : { roleId: found.roleId });
    await recordAudit({ db }, caller, { action: 'invitation.resent', subject: { type: 'invitation', id } });
    return found;
  });
  return sendLink(context, caller, link, { id, email: renewed.email });
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
