/** Decides which users need a second factor, and from when on they can do nothing else. */
import type { Role, User } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { SecurityConfig } from '@parley/contracts/settings/settings';
import type { Account } from '@parley/db/users/users';
import type { Context } from '../context.ts';

const dayMs = 24 * 3600 * 1000;

/** When a second factor has to be there: null where there is one, or none is asked for. */
export function secondFactorDue(
  { secondFactor, secondFactorGraceDays, secondFactorSince }: SecurityConfig,
  caller: { role: Role; createdAt: Date; secondFactorAt: Date | null },
): Date | null {
  const isAsked = secondFactor === 'all' || (secondFactor === 'admins' && caller.role === 'admin');
  if (!isAsked || caller.secondFactorAt !== null) return null;
  const since = Math.max(caller.createdAt.getTime(), Date.parse(secondFactorSince) || 0);
  return new Date(since + secondFactorGraceDays * dayMs);
}

/** Returns an account's deadline by the present settings. */
export async function dueOf(
  { settings }: Pick<Context, 'settings'>,
  { user, secondFactorAt }: Pick<Account, 'user' | 'secondFactorAt'>,
): Promise<Date | null> {
  const { securityConfig } = await settings.read();
  return secondFactorDue(securityConfig, { ...roleAndAge(user), secondFactorAt });
}

const roleAndAge = ({ role, createdAt }: User) => ({ role, createdAt: new Date(createdAt) });

/**
 * Returns the start of the period, which begins now if a change of the settings requires a second factor of more users.
 */
export function sinceNow(present: SecurityConfig, wanted: Partial<SecurityConfig>): Partial<SecurityConfig> {
  const { secondFactor = present.secondFactor } = wanted;
  const order = ['nobody', 'admins', 'all'];
  const isWider = order.indexOf(secondFactor) > order.indexOf(present.secondFactor);
  return isWider ? { secondFactorSince: new Date().toISOString() } : {};
}

interface Due {
  /** Until when they have to set up a second factor; null when nothing is asked of them. */
  secondFactorDue: Date | null;
}

/** Returns true if the user's time to set up a second factor is over. */
export const isOverdue = ({ secondFactorDue: due }: Due): boolean => due !== null && due.getTime() <= Date.now();

/** @throws Problem `second_factor_required` if the user's time to set one up is over */
export function refuseOverdue(caller: Due): void {
  if (isOverdue(caller)) {
    throw new Problem('second_factor_required', 'Set up a second factor first: this installation asks for one.');
  }
}
