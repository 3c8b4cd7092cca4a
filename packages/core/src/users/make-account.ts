/** Accounts that nobody registers: of people whom an identity provider or a directory vouches for. */
import { cleanLine } from '@parley/contracts/clean-line';
import type { Role } from '@parley/contracts/entities';
import { nameMaxLength } from '@parley/contracts/limits';
import { isUniqueViolation } from '@parley/db/database';
import { type Account, findAccount, insertUser } from '@parley/db/users/users';
import { randomToken } from '@parley/service/secrets';
import type { Context } from '../context.ts';
import { recordAuditOf } from '../data/audit-log.ts';
import { publishChange } from '../events/publish-change.ts';
import { hashPassword } from './passwords.ts';

export interface NewPerson {
  email: string;
  /** As they are called elsewhere: cleaned and cut. */
  name: string;
  /** What their username is to be like. */
  username: string;
  role: Role;
}

const usernameMaxLength = 40;
const attempts = 5;

/**
 * Makes an account whose password nobody knows. Undefined when somebody has the address already.
 * `by` is who vouches for them, for the audit log.
 */
export async function makeAccount(
  context: Context,
  { email, name, username, role }: NewPerson,
  by: { name: string; address?: string },
): Promise<Account | undefined> {
  const person = {
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
        ...person,
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

/** Of an address the part before the `@`, with nothing that a username may not have. */
function usernameLike(text: string): string {
  const [local = ''] = text.split('@', 1);
  const plain = cleanLine(local, usernameMaxLength).replaceAll(/[^\p{L}\p{N}._-]/gu, '');
  return plain === '' ? 'person' : plain;
}
