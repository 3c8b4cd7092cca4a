/** Creates accounts without a registration, for people whom an identity provider or a directory vouches for. */
import { cleanLine } from '@parley/contracts/text/clean-line';
import type { Role } from '@parley/contracts/entities';
import { nameMaxLength } from '@parley/contracts/users/limits';
import { isUniqueViolation } from '@parley/db/database';
import { type Account, findAccount, insertUser } from '@parley/db/users/users';
import { randomToken } from '@parley/service/secrets';
import type { Context } from '../context.ts';
import { recordAuditOf } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import { hashPassword } from './passwords.ts';

export interface NewAccount {
  email: string;
  /** Name from the other system; it is cleaned and cut. */
  name: string;
  /** Source of the username. */
  username: string;
  role: Role;
}

const usernameMaxLength = 40;
const attempts = 5;

/**
 * Creates an account with a password that nobody knows. Returns undefined if an account has the address already. `by`
 * is the vouching system, for the audit log.
 */
export async function makeAccount(
  context: Context,
  { email, name, username, role }: NewAccount,
  by: { name: string; address?: string },
): Promise<Account | undefined> {
  const profile = {
    email,
    name: cleanLine(name, nameMaxLength) || email.slice(0, nameMaxLength),
    passwordHash: await hashPassword(randomToken()),
    hasPassword: false,
    role,
  };
  const wanted = usernameLike(username);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const user = await insertUser(context.db, {
        ...profile,
        username: attempt === 0 ? wanted : `${wanted}-${randomToken(4).toLowerCase()}`,
      });
      await recordAuditOf(context, by, {
        action: 'user.added',
        subject: { type: 'user', id: user.id },
        details: { role },
      });
      await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
      return await findAccount(context.db, user.id);
    } catch (error) {
      if (isUniqueViolation(error, 'users_email')) return undefined;
      if (!isUniqueViolation(error, 'users_username')) throw error;
    }
  }
  throw new Error('No free username was found.');
}

/** Returns the part of an address before the `@`, without characters that usernames may not have. */
function usernameLike(text: string): string {
  const [local = ''] = text.split('@', 1);
  const plain = cleanLine(local, usernameMaxLength).replaceAll(/[^\p{L}\p{N}._-]/gu, '');
  return plain === '' ? 'person' : plain;
}
