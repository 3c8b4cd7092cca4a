/** Finds the user of a session, for every call of the API and every socket of the gateway. */
import type { User } from '@parley/contracts/entities';
import type { Rights } from '@parley/contracts/permissions/rights';
import type { Context } from '../context.ts';
import { isOutlived } from '../sessions.ts';
import type { SessionCache } from '../users/session-cache.ts';
import { dueOf } from '../permissions/second-factor-due.ts';

export interface SessionUser {
  user: User;
  rights: Rights;
  /** Until when they have to set up a second factor; null when nothing is asked of them. */
  secondFactorDue: Date | null;
}

/** Fields of a session that identify its user. */
export interface SessionClaim {
  userId?: string | undefined;
  epoch?: unknown;
  signedInAt?: number | undefined;
  factorAsked?: boolean | undefined;
}

/**
 * Returns the active user of a session. Undefined if the session has ended, has lasted as long as the settings allow,
 * or waits for its second step.
 */
export async function sessionUser(
  context: Pick<Context, 'settings'>,
  cache: SessionCache,
  session: SessionClaim,
): Promise<SessionUser | undefined> {
  const { userId, epoch, factorAsked } = session;
  if (userId === undefined || (await isOutlived(context, session))) return undefined;
  const account = await cache.account(userId, typeof epoch === 'number' ? epoch : undefined);
  if (!account) return undefined;
  // A provider that is trusted has asked for one.
  return {
    user: account.user,
    rights: account.rights,
    secondFactorDue: factorAsked === true ? null : await dueOf(context, account),
  };
}
