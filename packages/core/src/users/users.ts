/** People of the team: who they are, whether they are in, what they may do. */
import type { Availability, Representative, Role, User } from '@parley/contracts/entities';
import type { Language } from '@parley/contracts/languages';
import { builtInRoleIds } from '@parley/contracts/permissions';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
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
import { publishChange } from '../events/publish-change.ts';
import { type AsSeen, refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit, recordAuditOf } from '../data/audit-log.ts';
import { storeImage } from '../images/images.ts';
import type { ExternalContext } from '../integrations/external-services.ts';
import { endSessionsOf } from '../sessions.ts';
import { canMailAccounts, tellOldAddress } from '../sign-in/account-mails.ts';
import { refuseLockOut } from '../sign-in/lock-out.ts';
import { refuseCommonPassword } from '../sign-in/common-passwords.ts';
import { countEmailChange, keepEmailChange, mailConfirmation } from './email-change.ts';
import { provePassword } from './own-password.ts';
import { refuseUnproven } from '../sign-in/step-up.ts';
import { hashPassword } from './passwords.ts';
import { can } from './permissions.ts';
import { assertMayChange, grantedRole } from './roles.ts';
import { takenProblem } from './register.ts';
import { scopeSql } from './scope.ts';

const unknownUser = () => new Problem('not_found', say('no_such_person'));

/**
 * The team with its workload, as far as the caller may see it, by name. Whoever gives access sees deactivated accounts
 * too, to reactivate them.
 */
export async function listRepresentatives(context: Context, caller: StaffCaller): Promise<Representative[]> {
  const [inactiveToo, mayRead, scope] = await Promise.all([
    can(context, caller, 'access.manage'),
    can(context, caller, 'conversations.read'),
    scopeSql(context, caller),
  ]);
  return listRepresentativesInDb(context.db, { inactiveToo, where: mayRead ? scope : sql`false` });
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
  return user;
}

export interface ProfileChange {
  name?: string;
  /**
   * One's own is in effect once its mailbox has confirmed it. Asks for a proof of who changes it: whoever can change how
   * an account signs in could keep it.
   */
  email?: string;
  /** The password of whoever changes, not of whom they change: a proof, where none was given in the last minutes. */
  currentPassword?: string;
  /** A data URL, an address of ours, or nothing. */
  profileImageUrl?: string | null;
  /** Of the dashboard; null is the browser's. */
  language?: Language | null;
  sendDelaySeconds?: number;
  readTranslated?: boolean;
}

/**
 * Changes name, email, picture, language, how long messages are held back or whether others' languages are translated.
 * One's own new email waits for its confirmation, and the old address is told; where no mail can be sent, an administrator
 * sets it. One that an administrator sets is in effect at once, and proves nothing until its mailbox has confirmed it.
 *
 * @throws Problem `not_found`, `conflict` for an email that is taken, `forbidden` for an own email that can't be confirmed,
 * `step_up_required` when another email comes without a proof of the caller, `invalid` with a wrong one, `rate_limited`,
 * and as `refuseChanged`
 */
export async function updateProfile(
  context: ExternalContext,
  limiter: RateLimiter,
  caller: StaffCaller,
  id: string,
  { currentPassword, expected, ...wanted }: AsSeen<ProfileChange, User>,
): Promise<User> {
  const { name, profileImageUrl } = wanted;
  const known = await findUser(context.db, id);
  if (!known) throw unknownUser();
  await assertMayChange(context, caller, id);
  const email = wanted.email?.trim();
  const moves = email !== undefined && email !== known.email;
  const isMailed = moves && (await canMailAccounts(context));
  if (moves) {
    if (currentPassword === undefined) refuseUnproven(caller);
    else await provePassword(context, limiter, caller, currentPassword);
    if (id === caller.user.id && !isMailed && !(await can(context, caller, 'people.update'))) {
      throw new Problem('forbidden', say('address_by_admin'));
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
    await tellOldAddress(context, waits ? 'email_change_asked' : 'email_changed', {
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
 * Keeps another address until its mailbox confirms it; one that is in effect at once ends what waited, and the links to a
 * new password that the one before has. Answers what is to be mailed.
 *
 * @throws Problem `conflict` for an address that somebody else has
 */
async function moveAddress(
  db: Transaction,
  caller: StaffCaller,
  { id, email: before }: User,
  { email, waits, isMailed }: { email: string; waits: boolean; isMailed: boolean },
): Promise<string | undefined> {
  const owner = await findAccountByEmail(db, email);
  if (owner && owner.user.id !== id) throw fieldProblem('conflict', 'email', say('email_in_use'));
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
 * Changes one's own password and ends every other session of the account; answers the account, with the epoch for this
 * session to go on with.
 *
 * @throws Problem `invalid` when the present password is not that one or the new one is common, `rate_limited`
 */
export async function changePassword(
  context: Context,
  limiter: RateLimiter,
  caller: StaffCaller,
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

/** What somebody may do, as it is answered: their role, also one of the two that come with the product, by its id. */
interface SeenAccess {
  roleId: string;
  isActive: boolean;
}

/**
 * Changes a role, deactivates or reactivates, and ends that user's sessions.
 *
 * @throws Problem `not_found`, `forbidden` for giving, or taking from somebody, what the caller has not, `conflict` when
 * nobody could administer afterwards, for a role that a directory says, and as `refuseChanged`
 */
export async function changeAccess(
  context: Context,
  caller: StaffCaller,
  id: string,
  { isActive, expected, ...asked }: AsSeen<{ role?: Role; roleId?: string; isActive?: boolean }, SeenAccess>,
): Promise<User> {
  const user = await context.db.transaction().execute(async (db) => {
    const within = { ...context, db };
    // As every change of access does first.
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
    // Whoever may more is changed by those who may as much.
    await assertMayChange(within, caller, id);
    if (role.role !== undefined) await refuseRoleOfDirectory(within, id);
    const changed = await updateAccess(db, id, change);
    if (changed === undefined) throw unknownUser();
    if (changed === 'last_admin') throw new Problem('conflict', say('last_admin'));
    await recordAudit({ db }, caller, {
      action: 'user.access_changed',
      subject: { type: 'user', id },
      details: {
        before: { role: before.user.role, roleId: before.user.roleId ?? null, isActive: before.isActive },
        after: { ...change },
      },
    });
    return changed;
  });
  await tellAccess(context, user);
  return user;
}

const roleIdOf = ({ role, roleId }: Pick<User, 'role' | 'roleId'>): string => roleId ?? builtInRoleIds[role];

/** Who has done this to somebody's account last; other things that were done to it are no matter. */
async function whoLast(
  db: Database,
  id: string,
  action: 'user.access_changed' | 'user.updated',
): Promise<string | null | undefined> {
  const [last] = await listAuditLog(db, { action, subject: id, limit: 1 });
  return last?.actorName;
}

/** What a group says would be said again with its next change. @throws Problem `conflict` */
async function refuseRoleOfDirectory({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  const group = (await groupsOf(db, [id])).find(({ roleId }) => roleId !== null);
  if (group) throw new Problem('conflict', say('role_by_directory', { group: group.displayName }));
}

/**
 * Gives somebody the role that a provider says (`by`), ends their sessions, closes their sockets and tells the team.
 *
 * @throws Problem `not_found`, `conflict` when nobody could administer afterwards: then nothing has changed
 */
export async function applyRole(context: Context, by: { name: string }, id: string, role: Role): Promise<User> {
  const user = await context.db.transaction().execute(async (db) => {
    const before = await findUser(db, id);
    const changed = await updateAccess(db, id, { role });
    if (!before || !changed) throw unknownUser();
    if (changed === 'last_admin') throw new Problem('conflict', say('last_admin'));
    if (role !== 'admin') await refuseLockOut(db, context);
    await recordAuditOf({ db }, by, {
      action: 'user.access_changed',
      subject: { type: 'user', id },
      details: { before: { role: before.role }, after: { role } },
    });
    return changed;
  });
  await tellAccess(context, user);
  return user;
}

async function tellAccess(context: Context, user: User): Promise<void> {
  await endSessionsOf(context, user.id);
  await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
}
