/** Making an account. */
import { createHash } from 'node:crypto';
import type { Role } from '@parley/contracts/entities';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { type Database, isUniqueViolation } from '@parley/db/database';
import { markInvitationUsedBy, useInvitation } from '@parley/db/users/invitations';
import { type Account, findAccount, hasUsers, insertUser } from '@parley/db/users/users';
import { publishChange } from '../live/publish-change.ts';
import type { Context } from '../context.ts';
import { refuseWithoutPasswords } from './only-providers.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { hashPassword } from './passwords.ts';

/** `invite`: after the first account, registering needs an invitation. `open`: everyone can register. */
export type RegistrationMode = 'invite' | 'open';

export interface Registration {
  email: string;
  password: string;
  name: string;
  username: string;
  /** The token of an invitation link. */
  invitation?: string | undefined;
}

/** Returns the stored hash of an invitation's token. */
export const invitationTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Makes an account. The first one ever becomes admin, however many try at once; later ones get the role of their
 * invitation, or `representative` where registration is open.
 *
 * @throws Problem `invalid` for a common password, `invitation_required`, `forbidden` where people sign in by identity
 * providers alone, or `conflict` when email or username are taken.
 */
export async function register(context: Context, mode: RegistrationMode, registration: Registration): Promise<Account> {
  await refuseWithoutPasswords(context);
  const { password, invitation, ...profile } = registration;
  await refuseCommonPassword('password', password, profile);
  const passwordHash = await hashPassword(password);
  const user = await context.db
    .transaction()
    .execute(async (transaction) => {
      const { role, roleId = null, invitationId } = await roleOf(transaction, mode, invitation);
      const isFirst = role === 'admin' && invitationId === undefined;
      const made = await insertUser(transaction, {
        name: profile.name.trim(),
        email: profile.email.trim(),
        username: profile.username,
        passwordHash,
        // With open registration any address can be typed in, also another person's.
        emailProven: invitationId !== undefined || isFirst,
        role,
        roleId,
        // A new user is on the dashboard now, so the widget may show them as online.
        status: 'online',
      });
      if (invitationId !== undefined) await markInvitationUsedBy(transaction, invitationId, made.id);
      return made;
    })
    .catch((error: unknown) => {
      throw takenProblem(error) ?? error;
    });
  await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
  const account = await findAccount(context.db, user.id);
  if (!account) throw new Problem('not_found', 'The account was removed in the meantime.');
  return account;
}

async function roleOf(
  transaction: Database,
  mode: RegistrationMode,
  invitation: string | undefined,
): Promise<{ role: Role; roleId?: string | null; invitationId?: string }> {
  if (!(await hasUsers(transaction))) return { role: 'admin' };
  if (invitation !== undefined && invitation !== '') {
    const used = await useInvitation(transaction, invitationTokenHash(invitation));
    if (used) return { role: used.role, roleId: used.roleId, invitationId: used.id };
    throw new Problem('invitation_required', 'This invitation is not valid any more. Please ask for a new one.');
  }
  if (mode === 'open') return { role: 'representative' };
  throw new Problem('invitation_required', 'Registering needs an invitation from an admin.');
}

/** Returns true if there is no account yet: the next one to register becomes an admin. */
export const isUnclaimed = async ({ db }: Pick<Context, 'db'>): Promise<boolean> => !(await hasUsers(db));

/** Returns the refusal for an email or username that another account has; undefined for any other error. */
export function takenProblem(error: unknown): Problem | undefined {
  for (const [index, path, words] of [
    ['users_email', 'email', localize('email_in_use')],
    ['users_username', 'username', localize('username_in_use')],
  ] as const) {
    if (isUniqueViolation(error, index)) {
      return fieldProblem('conflict', path, words, error);
    }
  }
  return undefined;
}
