/** Finds the user of a session, for every call of the API and every socket of the gateway. */
import type { User } from '@parley/contracts/entities';
import type { Rights } from '@parley/contracts/rights';
import { Problem } from '@parley/contracts/problems';
import type { Context } from '../context.ts';
import { isOutlived } from '../sessions.ts';
import type { SessionCache } from '../users/session-cache.ts';
import { dueOf } from './policy.ts';

export interface SessionPerson {
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
export async function sessionPerson(
  context: Pick<Context, 'settings'>,
  cache: SessionCache,
  session: SessionClaim,
): Promise<SessionPerson | undefined> {
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

type Due = Pick<SessionPerson, 'secondFactorDue'>;

/** Returns true if the user's time to set up a second factor is over. */
export const isOverdue = ({ secondFactorDue }: Due): boolean =>
  secondFactorDue !== null && secondFactorDue.getTime() <= Date.now();

/** @throws Problem `second_factor_required` if the user's time to set one up is over */
export function refuseOverdue(person: Due): void {
  if (isOverdue(person)) {
    throw new Problem('second_factor_required', 'Set up a second factor first: this installation asks for one.');
  }
}
