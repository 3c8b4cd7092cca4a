/**
 * Resets forgotten passwords through a link, mailed or passed on, that works once and for an hour. Its hash is stored.
 * A request reveals nothing: the worker looks for the account, so answer and timing are equal for every address.
 */
import { signInLimits } from '@parley/contracts/users/limits';
import { Problem } from '@parley/contracts/problems';
import type { Proof } from '@parley/contracts/users/second-factors';
import { localize } from '@parley/contracts/i18n/server-texts';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { deleteIdentitiesOfUser } from '@parley/db/sign-in/identities';
import { usePasswordLink } from '@parley/db/sign-in/password-links';
import { deleteOtherPasskeys } from '@parley/db/sign-in/second-factors';
import { endApiKeysOf } from '@parley/db/users/api-keys';
import { type Account, findAccount, updatePassword } from '@parley/db/users/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { refuseOverLimit } from '../rate-limits.ts';
import { endSessionsOf } from '../sessions.ts';
import { hashPassword } from '../users/passwords.ts';
import { mailAccountChange } from '../users/account-mails.ts';
import { refuseCommonPassword } from '../users/common-passwords.ts';
import { assertMayChange } from '../users/roles.ts';
import { mailedAddressPurpose, newPasswordLink, linkTokenHash } from '../users/new-password-link.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const expired = () => new Problem('forbidden', localize('password_link_over'));

/**
 * Queues an email with a link to a new password, if an account has the address.
 * @throws Problem `rate_limited`, by network, and by address whether an account has it or not
 */
export async function requestPasswordLink(
  { queues, secrets }: Pick<Context, 'queues' | 'secrets'>,
  limiter: RateLimiter,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const limits = [
    { name: 'password_link_address', key: address, ...signInLimits.passwordLinkPerAddress },
    { name: 'password_link_account', key: email.trim().toLowerCase(), ...signInLimits.passwordLinkPerAccount },
  ];
  for (const limit of limits) refuseOverLimit(await limiter.limit(limit), 'Too many requests.');
  // Encrypted, for it waits in Redis.
  const encrypted = secrets.encrypt(email.trim(), mailedAddressPurpose);
  await queues.add('account-mails', { about: 'password_link', email: encrypted });
}

/** A link for a colleague, to be handed over. @throws Problem `not_found` */
export async function makePasswordLink(
  context: Context,
  caller: StaffCaller,
  id: string,
): Promise<{ url: string; expiresAt: string }> {
  await refuseWithout(context, caller, 'security.manage');
  const account = await findAccount(context.db, id);
  if (!account) throw new Problem('not_found', localize('no_such_user'));
  await assertMayChange(context, caller, id);
  const link = await newPasswordLink(context, id);
  await recordAudit(context, caller, { action: 'user.password_link_made', subject: { type: 'user', id } });
  return link;
}

/**
 * Sets a new password by a link and ends whatever else the account could be used with: sessions, the other links, personal
 * API keys and identities at providers. Second factors stay, since a link proves a mailbox alone: they are asked for next,
 * and `endPasskeysAfterReset` follows.
 * @throws Problem `forbidden` for a link that is unknown, used or over, `invalid` for a common password, which leaves it
 * usable, `rate_limited`
 */
export async function setForgottenPassword(
  context: Context,
  limiter: RateLimiter,
  { token, newPassword, address }: { token: string; newPassword: string; address: string },
): Promise<Account> {
  const tries = { name: 'password_link_use', key: address, ...signInLimits.passwordLinkPerAddress };
  refuseOverLimit(await limiter.limit(tries), 'Too many requests.');
  const passwordHash = await hashPassword(newPassword);
  const account = await context.db.transaction().execute(async (transaction) => {
    const userId = await usePasswordLink(transaction, linkTokenHash(token));
    const found = userId === undefined ? undefined : await findAccount(transaction, userId);
    if (!found?.isActive) throw expired();
    await refuseCommonPassword('newPassword', newPassword, found.user);
    const { id } = found.user;
    const sessionEpoch = (await updatePassword(transaction, id, passwordHash)) ?? found.sessionEpoch;
    const apiKeys = await endApiKeysOf(transaction, id);
    const identities = await deleteIdentitiesOfUser(transaction, id);
    await insertAuditEntry(transaction, {
      actorId: id,
      actorName: found.user.name,
      action: 'user.password_reset',
      subject: { type: 'user', id },
      details: { apiKeys, identities },
      address,
    });
    return { ...found, passwordHash, sessionEpoch };
  });
  const { id } = account.user;
  await endSessionsOf(context, id);
  await mailAccountChange(context, { about: 'password_changed', userId: id, address, agent: null });
  return account;
}

/**
 * Removes the passkeys of an account that was reset and has proved its second factor, except the one that proved it: a
 * passkey signs in without the password, so one that an attacker has added would outlive the reset.
 */
export async function endPasskeysAfterReset(
  context: Context,
  { user: { id, name } }: Account,
  proof: Proof,
  address: string,
): Promise<void> {
  const removed = await deleteOtherPasskeys(context.db, id, 'passkey' in proof ? proof.passkey.id : undefined);
  if (removed.length === 0) return;
  await insertAuditEntry(context.db, {
    actorId: id,
    actorName: name,
    action: 'user.second_factor_removed',
    subject: { type: 'user', id },
    details: { kind: 'passkey', names: removed, after: 'user.password_reset' },
    address,
  });
  await mailAccountChange(context, { about: 'factor_changed', userId: id, address, agent: null });
}
