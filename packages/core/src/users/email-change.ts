/** Changing the address that a person signs in with: it is asked for, confirmed from its mailbox, and in effect then. */
import type { EmailChangeState } from '@parley/contracts/entities';
import { emailChangeHours, signInLimits } from '@parley/contracts/users/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import type { Transaction } from '@parley/db/database';
import { deleteEmailChange, findEmailChange, putEmailChange, useEmailChange } from '@parley/db/sign-in/email-changes';
import { deletePasswordLinks } from '@parley/db/sign-in/password-links';
import { findAccount, updateUser } from '@parley/db/users/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import type { ExternalContext } from '../external/services.ts';
import { refuseOverLimit } from '../rate-limits.ts';
import { canMailAccounts } from './account-mails.ts';
import { linkTokenHash } from './new-password-link.ts';
import { takenProblem } from './register.ts';

const subject = (id: string) => ({ type: 'user', id });

/** Refuses to mail more confirmations for an account than its person can need. @throws Problem `rate_limited` */
export async function countEmailChange(limiter: RateLimiter, userId: string): Promise<void> {
  const limit = { name: 'email_change', key: userId, ...signInLimits.emailChangePerAccount };
  refuseOverLimit(await limiter.limit(limit), 'Too many requests.');
}

/**
 * Keeps an address until its mailbox confirms it, in the place of one that waited before. With the address that the account
 * has already, the confirmation proves that one. `mailConfirmation` follows the commit.
 */
export async function keepEmailChange(
  transaction: Transaction,
  userId: string,
  { email, emailBefore }: { email: string; emailBefore: string },
): Promise<string> {
  const expiresAt = new Date(Date.now() + emailChangeHours * 3_600_000);
  const { id } = await putEmailChange(transaction, { userId, email, emailBefore, expiresAt });
  return id;
}

/** Has the link mailed. The worker makes it, so that nothing else has it. */
export async function mailConfirmation(
  { queues }: Pick<Context, 'queues'>,
  userId: string,
  changeId: string,
): Promise<void> {
  await queues.add('account-mails', { about: 'email_confirmation', userId, changeId });
}

/** Returns the address that waits for the caller's confirmation, and whether their present one was proved. */
export async function readEmailChange(context: ExternalContext, { user }: StaffCaller): Promise<EmailChangeState> {
  const [pending, account, isMailed] = await Promise.all([
    findEmailChange(context.db, user.id),
    findAccount(context.db, user.id),
    canMailAccounts(context),
  ]);
  return {
    pending: pending ? { email: pending.email, expiresAt: pending.expiresAt.toISOString() } : null,
    isConfirmed: account?.emailProven === true,
    isMailed,
  };
}

/**
 * Mails the waiting confirmation again; without one, a confirmation of the caller's present address if it is unproven.
 *
 * @throws Problem `not_found` where there is nothing to confirm, `not_configured` without a mail server, `rate_limited`
 */
export async function resendConfirmation(
  context: ExternalContext,
  { user: { id } }: StaffCaller,
  limiter: RateLimiter,
): Promise<void> {
  if (!(await canMailAccounts(context))) throw new Problem('not_configured', localize('address_by_admin'));
  await countEmailChange(limiter, id);
  const changeId = await context.db.transaction().execute(async (transaction) => {
    const account = await findAccount(transaction, id);
    const waiting = await findEmailChange(transaction, id);
    if (waiting) return waiting.id;
    if (!account || account.emailProven) throw new Problem('not_found', localize('no_email_change'));
    const { email } = account.user;
    return keepEmailChange(transaction, id, { email, emailBefore: email });
  });
  await mailConfirmation(context, id, changeId);
}

/** Cancels the waiting change and its link; does nothing if there is none. */
export async function cancelEmailChange(context: Context, caller: StaffCaller): Promise<void> {
  const { id } = caller.user;
  if (!(await deleteEmailChange(context.db, id))) return;
  await recordAudit(context, caller, { action: 'user.email_change_cancelled', subject: subject(id) });
}

/**
 * Changes an account's address after its mailbox has confirmed it, and ends links to a new password sent to the
 * previous one. Callers need not be signed in: the link was mailed to that address alone, for this account as it was
 * then.
 *
 * @throws Problem `forbidden` for a link that is unknown, used, expired, or of an account that has changed since,
 * `conflict` if another account has the address by now, `rate_limited`
 */
export async function confirmEmailChange(
  context: Context,
  limiter: RateLimiter,
  { token, address }: { token: string; address: string },
): Promise<{ userId: string; email: string }> {
  const tries = { name: 'email_change_use', key: address, ...signInLimits.passwordLinkPerAddress };
  refuseOverLimit(await limiter.limit(tries), 'Too many requests.');
  const user = await context.db
    .transaction()
    .execute(async (transaction) => {
      const change = await useEmailChange(transaction, linkTokenHash(token));
      const account = change && (await findAccount(transaction, change.userId));
      const isSame = account?.isActive === true && account.user.email === change?.emailBefore;
      if (!change || !isSame) throw new Problem('forbidden', localize('password_link_over'));
      const { email, emailBefore, userId } = change;
      await deletePasswordLinks(transaction, userId);
      await insertAuditEntry(transaction, {
        actorId: userId,
        actorName: account.user.name,
        action: 'user.email_confirmed',
        subject: subject(userId),
        details: { before: { email: emailBefore }, after: { email } },
        address,
      });
      return updateUser(transaction, userId, { email, emailProven: true });
    })
    .catch((error: unknown) => {
      throw takenProblem(error) ?? error;
    });
  if (!user) throw new Problem('forbidden', localize('password_link_over'));
  await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
  return { userId: user.id, email: user.email };
}
