/**
 * Restores access from the server when nobody can sign in: removes a user's second factors, or makes a link to a new
 * password and allows passwords again where only identity providers are allowed. Recorded in the audit log as done on
 * the server.
 *
 *   APP_SECRET=… DATABASE_URL=… REDIS_URL=… PUBLIC_URL=… node packages/core/src/maintenance/break-glass.ts factor ada@example.com
 *   …                                                    node packages/core/src/maintenance/break-glass.ts password ada@example.com
 */
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { deleteFactors } from '@parley/db/sign-in/second-factors';
import { findAccountByEmail } from '@parley/db/users/users';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import type { Context } from '../context.ts';
import { openContext } from '../open-context.ts';
import { endSessionsOf } from '../sessions.ts';
import { mailAccountChange } from '../users/account-mails.ts';
import { allowPasswords } from '../users/only-providers.ts';
import { newPasswordLink } from '../users/new-password-link.ts';

export const breakGlassActions = ['factor', 'password'] as const;
export type BreakGlassAction = (typeof breakGlassActions)[number];

/** Runs the command and returns the text to print. @throws Error if no account has the address */
export async function breakGlass(context: Context, activity: BreakGlassAction, email: string): Promise<string> {
  const account = await findAccountByEmail(context.db, email);
  if (!account) throw new Error(`Nobody signs in as ${email}.`);
  const { id, name } = account.user;
  const note = (action: 'user.second_factor_reset' | 'user.password_link_made') =>
    insertAuditEntry(context.db, {
      actorId: null,
      actorName: null,
      action,
      subject: { type: 'user', id },
      details: { by: 'break-glass' },
    });
  if (activity === 'password') {
    const { onlyProviders } = (await context.settings.read()).signInConfig;
    if (onlyProviders) await allowPasswords(context, 'break-glass');
    const { url, expiresAt } = await newPasswordLink(context, id);
    await note('user.password_link_made');
    return `${name} sets a new password here, once, until ${expiresAt}:\n${url}`;
  }
  await deleteFactors(context.db, id);
  await note('user.second_factor_reset');
  await endSessionsOf(context, id);
  await mailAccountChange(context, { about: 'factor_reset', userId: id, address: null, agent: null });
  return `${name} has no second factor any more and is signed out everywhere.`;
}

if (import.meta.main) {
  const [activity, email] = process.argv.slice(2);
  const known = breakGlassActions.find((each) => each === activity);
  if (!known || !email) {
    console.error('Usage: break-glass.ts factor|password <email>');
    process.exitCode = 2;
  } else {
    const log = createLogger({ service: 'break-glass', level: 'warn' });
    const context = openContext({
      config: loadConfig(baseConfig, process.env),
      name: 'break-glass',
      log,
      maxConnections: 1,
    });
    try {
      console.log(await breakGlass(context, known, email));
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    } finally {
      await context.close();
    }
  }
}
