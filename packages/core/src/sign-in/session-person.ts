/** Whom a session stands for: asked by the API at every call, and by the gateway for every socket. */
import type { User } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Context } from '../context.ts';
import { isOutlived } from '../sessions.ts';
import type { SessionCache } from '../users/session-cache.ts';
import { dueOf } from './policy.ts';

export interface SessionPerson {
  user: User;
  /** Until when they have to set up a second factor; null when nothing is asked of them. */
  secondFactorDue: Date | null;
}

/** What of a session says whose it is. */
export interface SessionClaim {
  userId?: string | undefined;
  epoch?: unknown;
  signedInAt?: number | undefined;
  factorAsked?: boolean | undefined;
}

/**
 * The active person of a session. Undefined for one that has ended, has lasted as long as the settings allow, or whose
 * sign-in waits for its second step.
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
  return { user: account.user, secondFactorDue: factorAsked === true ? null : await dueOf(context, account) };
}

type Due = Pick<SessionPerson, 'secondFactorDue'>;

/** Whether somebody's time to set up a second factor is over. */
export const isOverdue = ({ secondFactorDue }: Due): boolean =>
  secondFactorDue !== null && secondFactorDue.getTime() <= Date.now();

/** @throws Problem `second_factor_required` for somebody whose time to set one up is over */
export function refuseOverdue(person: Due): void {
  if (isOverdue(person)) {
    throw new Problem('second_factor_required', 'Set up a second factor first: this installation asks for one.');
  }
}
