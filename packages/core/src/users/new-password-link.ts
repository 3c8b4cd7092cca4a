/** Making a link to a new password. */
import { hash } from 'node:crypto';
import { passwordLinkMinutes } from '@parley/contracts/users/limits';
import { insertPasswordLink } from '@parley/db/sign-in/password-links';
import { randomToken } from '@parley/service/secrets';
import type { Context } from '../context.ts';

/** Encryption purpose of an address that waits for its mail. */
export const mailedAddressPurpose = 'address of a password link';

/** Returns the stored hash of a link's token. */
export const linkTokenHash = (token: string): string => hash('sha256', token);

/** A new link for an account. In its fragment, so that no log of a server on the way holds it. */
export async function newPasswordLink(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  userId: string,
): Promise<{ url: string; expiresAt: string }> {
  const token = randomToken();
  const expiresAt = new Date(Date.now() + passwordLinkMinutes * 60_000);
  await insertPasswordLink(db, { tokenHash: linkTokenHash(token), userId, expiresAt });
  return { url: `${publicUrl}/auth#reset=${token}`, expiresAt: expiresAt.toISOString() };
}
