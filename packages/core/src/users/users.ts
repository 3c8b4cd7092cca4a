/** Manages users: their profile, availability and access. */
import type { Availability, Representative, Role, User } from '@parley/contracts/entities';
import type { DateFormat, HourFormat } from '@parley/contracts/users/time-format';
import type { Language } from '@parley/contracts/text/languages';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { isTimeZone } from '@parley/contracts/schedules/time-zones';
import { localize } from '@parley/contracts/i18n/server-texts';
import { templateFaults } from '@parley/contracts/messages/reply-template';
import { listAuditLog } from '@parley/db/audit/audit-log';
import type { Database, Transaction } from '@parley/db/database';
import { holdRow } from '@parley/db/hold-row';
import { groupsOf } from '@parley/db/scim/groups';
import { deleteEmailChange } from '@parley/db/sign-in/email-changes';
import { deletePasswordLinks } from '@parley/db/sign-in/password-links';
import { listRepresentatives as listRepresentativesInDb } from '@parley/db/users/representatives';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findUser,
  holdAdmins,
  updateAccess,
  updatePassword,
  updateUser,
  type UserChange,
} from '@parley/db/users/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import { sql } from 'kysely';
import { publishChange } from '../live/publish-change.ts';
import { type AsSeen, refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit, recordAuditOf } from '../audit/record.ts';
import { publishAvailabilities } from '../presence/availability.ts';
import { storeImage } from '../images/images.ts';
import type { ExternalContext } from '../external/services.ts';
import { endSessionsOf } from '../sessions.ts';
import { canMailAccounts, mailOldAddress } from './account-mails.ts';
import { refuseLockOut } from './lock-out.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { countEmailChange, keepEmailChange, mailConfirmation } from './email-change.ts';
import { provePassword } from './own-password.ts';
import { refuseUnproven } from '../permissions/proven.ts';
import { hashPassword } from './passwords.ts';
import { can, refuseWithout, refuseForOthers } from '../permissions/permissions.ts';
import { assertMayChange, grantedRole } from './roles.ts';
import { takenProblem } from './register.ts';
import { scopeSql } from '../permissions/scope.ts';

const unknownUser = () => new Problem('not_found', localize('no_such_user'));

/**
 * Returns the team with its workload, limited to the caller's scope, by name. Callers who manage access also see
 * deactivated accounts, to reactivate them; those who may change profiles, addresses that wait for confirmation.
 */
export async function listRepresentatives(context: Context, caller: StaffCaller): Promise<Representative[]> {
  const [inactiveToo, withUnconfirmed, mayRead, scope] = await Promise.all([
    can(context, caller, 'access.manage'),
    can(context, caller, 'people.update'),
    can(context, caller, 'conversations.read'),
    scopeSql(context, caller),
  ]);
  return listRepresentativesInDb(context.db, { inactiveToo, withUnconfirmed, where: mayRead ? scope : sql`false` });
}

/** The user as stored now. @throws Problem `not_found` */
export async function readUser(context: Context, id: string): Promise<User> {
  const user = await findUser(context.db, id);
  if (!user) throw unknownUser();
  return user;
}

/** @throws Problem `not_found` */
export async function setAvailability(
  context: Context,
  caller: StaffCaller,
  id: string,
  status: Availability,
): Promise<User> {
  await refuseForOthers(context, caller, 'people.status', id);
  const user = await updateUser(context.db, id, { status });
  if (!user) throw unknownUser();
  if (id !== caller.user.id) {
    await recordAudit(context, caller, {
      action: 'user.status_changed',
      subject: { type: 'user', id },
      details: { status },
    });
  }
  await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
  await publishAvailabilities(context, [id]);
  return user;
}

export interface ProfileChange {
  name?: string;
  /**
   * A user's change of their own address takes effect after its mailbox has confirmed it. Requires a proof of identity:
   * changing how an account signs in could be used to take it over.
   */
  email?: string;
  /** The caller's password, not that of the changed account: a proof, if none was given in the last minutes. */
  currentPassword?: string;
  /** A data URL, an address of ours, or nothing. */
  profileImageUrl?: string | null;
  /** Language of the dashboard; null for the browser's. */
  language?: Language | null;
  /** Null follows the browser, or the language. */
  timeZone?: string | null;
  dateFormat?: DateFormat | null;
  hourFormat?: HourFormat | null;
  sendDelaySeconds?: number;
  readTranslated?: boolean;
  mailSignature?: string;
}

/**
 * Changes name, email, picture, language, formats of dates and times, how long messages are held back or whether others' languages are translated.
 * The caller's own new email waits for its confirmation, and the old address is notified; if no mail can be sent, an
 * admin sets it. One that an admin sets takes effect at once, and proves nothing until its mailbox has confirmed it.
 *
 * @throws Problem `not_found`, `conflict` for an email that is taken, `forbidden` for an own email that can't be confirmed,
 * `step_up_required` when another email comes without a proof of the caller, `invalid` with a wrong one, `rate_limited`,
 * and as `refuseChanged`
 */
export async function updateProfile(
  context: ExternalContext,
  caller: StaffCaller,
  limiter: RateLimiter,
  id: string,
  { currentPassword, expected, ...wanted }: AsSeen<ProfileChange, User>,
): Promise<User> {
  await refuseForOthers(context, caller, 'people.update', id);
  const { name, profileImageUrl } = wanted;
  const known = await findUser(context.db, id);
  if (!known) throw unknownUser();
  await assertMayChange(context, caller, id);
  if (typeof wanted.timeZone === 'string' && !isTimeZone(wanted.timeZone)) {
    throw fieldProblem('invalid', 'timeZone', localize('must_be_time_zone'));
  }
  const [faulty] = templateFaults(wanted.mailSignature ?? '');
  if (faulty) throw fieldProblem('invalid', 'mailSignature', faulty);
  const email = wanted.email?.trim();
  const moves = email !== undefined && email !== known.email;
  const isMailed = moves && (await canMailAccounts(context));
  if (moves) {
    if (currentPassword === undefined) refuseUnproven(caller);
    else await provePassword(context, limiter, caller, currentPassword);
    if (id === caller.user.id && !isMailed && !(await can(context, caller, 'people.update'))) {
      throw new Problem('forbidden', localize('address_by_admin'));
    }
    if (isMailed) await countEmailChange(limiter, id);
  }
  const waits = isMailed && id === caller.user.id;
  const change: UserChange = {
    ...wanted,
    ...(name !== undefined && { name: name.trim() }),
    ...(email !== undefined && { email }),
    ...(profileImageUrl !== undefined && {
      profileImageUrl: (await storeImage(context, profileImageUrl ?? '', 'profileImageUrl', caller.user.id)) || null,
    }),
  };
  const done = await context.db
    .transaction()
    .execute(async (db) => {
      await holdRow(db, 'users', id);
      const present = await findUser(db, id);
      if (!present) throw unknownUser();
      await refuseChanged(db, { id, present, change, expected, whoChanged: () => whoLast(db, id, 'user.updated') });
      const changeId = moves ? await moveAddress(db, caller, present, { email, waits, isMailed }) : undefined;
      if (waits) delete change.email;
      else if (moves) change.emailProven = false;
      const fields = Object.keys(change).filter((field) => field !== 'emailProven');
      if (fields.length === 0) return { user: present, changeId };
      const user = await updateUser(db, id, change);
      if (!user) throw unknownUser();
      await recordAudit({ db }, caller, {
        action: 'user.updated',
        subject: { type: 'user', id },
        details: { fields, ...(moves && !waits && { before: { email: present.email }, after: { email } }) },
      });
      return { user, changeId };
    })
    .catch((error: unknown) => {
      throw takenProblem(error) ?? error;
    });
  if (done.changeId !== undefined && email !== undefined) {
    await mailConfirmation(context, id, done.changeId);
    await mailOldAddress(context, waits ? 'email_change_asked' : 'email_changed', {
      userId: id,
      before: known.email,
      email,
      by: waits ? null : caller.user.name,
      address: caller.address ?? null,
    });
  }
  await publishChange(context, { frame: { type: 'representative_updated', representative: done.user } });
  return done.user;
}

/**
 * Stores another address until its mailbox confirms it. One that takes effect at once ends a waiting change, and the
 * links to a new password sent to the previous address. Returns the id of the
 * change to confirm by mail, if any.
 *
 * @throws Problem `conflict` if another account has the address
 */
async function moveAddress(
  db: Transaction,
  caller: StaffCaller,
  { id, email: before }: User,
  { email, waits, isMailed }: { email: string; waits: boolean; isMailed: boolean },
): Promise<string | undefined> {
  const owner = await findAccountByEmail(db, email);
  if (owner && owner.user.id !== id) throw fieldProblem('conflict', 'email', localize('email_in_use'));
  if (waits) {
    await recordAudit({ db }, caller, {
      action: 'user.email_change_asked',
      subject: { type: 'user', id },
      details: { before: { email: before }, after: { email } },
    });
    return keepEmailChange(db, id, { email, emailBefore: before });
  }
  await deleteEmailChange(db, id);
  await deletePasswordLinks(db, id);
  return isMailed ? keepEmailChange(db, id, { email, emailBefore: email }) : undefined;
}

/**
 * Changes the caller's own password and ends every other session of the account; returns the account, with the epoch to
 * continue this session with.
 *
 * @throws Problem `invalid` if the present password is wrong or the new one is common, `rate_limited`
 */
export async function changePassword(
  context: Context,
  caller: StaffCaller,
  limiter: RateLimiter,
  passwords: { currentPassword: string; newPassword: string },
): Promise<Account> {
  const { id } = caller.user;
  await provePassword(context, limiter, caller, passwords.currentPassword);
  await refuseCommonPassword('newPassword', passwords.newPassword, caller.user);
  const passwordHash = await hashPassword(passwords.newPassword);
  const sessionEpoch = await updatePassword(context.db, id, passwordHash);
  if (sessionEpoch === undefined) throw unknownUser();
  await recordAudit(context, caller, { action: 'user.password_changed', subject: { type: 'user', id } });
  await endSessionsOf(context, id, caller.sessionId);
  const account = await findAccount(context.db, id);
  if (!account) throw unknownUser();
  return { ...account, passwordHash, sessionEpoch };
}

/** Access as clients see it: the role by its id, also for the two built-in ones. */
interface SeenAccess {
  roleId: string;
  isActive: boolean;
}

/**
 * Changes a role, deactivates or reactivates an account, and ends its user's sessions.
 *
 * @throws Problem `not_found`, `forbidden` for granting or revoking what the caller lacks, `conflict` if no admin would
 * be left, if a directory controls the role, and as `refuseChanged`
 */
export async function changeAccess(
  context: Context,
  caller: StaffCaller,
  id: string,
  { isActive, expected, ...asked }: AsSeen<{ role?: Role; roleId?: string; isActive?: boolean }, SeenAccess>,
): Promise<User> {
  await refuseWithout(context, caller, 'access.manage');
  const user = await context.db.transaction().execute(async (db) => {
    const within = { ...context, db };
    // Every change of access takes this lock first.
    await holdAdmins(db);
    await holdRow(db, 'users', id);
    const before = await findAccount(db, id);
    if (!before) throw unknownUser();
    const present: SeenAccess = { roleId: roleIdOf(before.user), isActive: before.isActive };
    const roleId = asked.roleId ?? (asked.role && builtInRoleIds[asked.role]);
    await refuseChanged(db, {
      id,
      present,
      change: { roleId, isActive },
      expected,
      whoChanged: () => whoLast(db, id, 'user.access_changed'),
    });
    const role = await grantedRole(within, caller, asked);
    const change = { ...role, ...(isActive !== undefined && { isActive }) };
    // Users with more permissions can be changed only by users with at least the same.
    await assertMayChange(within, caller, id);
    if (role.role !== undefined) await refuseRoleOfDirectory(within, id);
    const changed = await updateAccess(db, id, change);
    if (changed === undefined) throw unknownUser();
    if (changed === 'last_admin') throw new Problem('conflict', localize('last_admin'));
    await recordAudit({ db }, caller, {
      action: 'user.access_changed',
      subject: { type: 'user', id },
      details: {
        ...differencesOf(
          { role: before.user.role, roleId: before.user.roleId ?? null, isActive: before.isActive },
          { role: changed.role, roleId: changed.roleId ?? null, isActive: isActive ?? before.isActive },
        ),
      },
    });
    return changed;
  });
  await publishAccess(context, user);
  return user;
}

const roleIdOf = ({ role, roleId }: Pick<User, 'role' | 'roleId'>): string => roleId ?? builtInRoleIds[role];

/** Returns the last user who did this to an account; other changes of it don't count. */
async function whoLast(
  db: Database,
  id: string,
  action: 'user.access_changed' | 'user.updated',
): Promise<string | null | undefined> {
  const [last] = await listAuditLog(db, { action, subject: id, limit: 1 });
  return last?.actorName;
}

/**
 * Refuses to change a role that a directory controls: its next update would set it again. @throws Problem `conflict`
 */
async function refuseRoleOfDirectory({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  const group = (await groupsOf(db, [id])).find(({ roleId }) => roleId !== null);
  if (group) throw new Problem('conflict', localize('role_by_directory', { group: group.displayName }));
}

/**
 * Assigns the role that a provider (`by`) gives a user, ends their sessions, closes their sockets and notifies the
 * team.
 *
 * @throws Problem `not_found`, `conflict` if no admin would be left; nothing has changed then
 */
export async function applyRole(context: Context, by: { name: string }, id: string, role: Role): Promise<User> {
  const user = await context.db.transaction().execute(async (db) => {
    const before = await findUser(db, id);
    const changed = await updateAccess(db, id, { role });
    if (!before || !changed) throw unknownUser();
    if (changed === 'last_admin') throw new Problem('conflict', localize('last_admin'));
    if (role !== 'admin') await refuseLockOut(db, context);
    await recordAuditOf({ db }, by, {
      action: 'user.access_changed',
      subject: { type: 'user', id },
      details: { before: { role: before.role }, after: { role } },
    });
    return changed;
  });
  await publishAccess(context, user);
  return user;
}

async function publishAccess(context: Context, user: User): Promise<void> {
  await endSessionsOf(context, user.id);
  await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
}
