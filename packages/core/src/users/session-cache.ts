/** Caches the accounts of sessions, to spare a database query at every call. */
import type { Rights } from '@parley/contracts/permissions/rights';
import { type Account, findAccount } from '@parley/db/users/users';
import type { Context } from '../context.ts';
import { storedRights } from '../permissions/rights.ts';

/** A copy older than this is read again. Ending sessions does not wait for it: that removes the session itself. */
const keptForMs = 5_000;
const keptMax = 10_000;

export interface SessionCache {
  /** Returns the account of a session that began at `epoch`, with server-only fields; undefined if either has ended. */
  account(userId: string, epoch: number | undefined): Promise<AccountWithRights | undefined>;
  /** Makes the next call read this user again. */
  forget(userId: string): void;
  /** Makes the next calls read all users again, after a role has changed. */
  forgetAll(): void;
}

/** Creates a cache of accounts, so that a call doesn't read its user from the database each time. */
export function createSessionCache(context: Pick<Context, 'db'>): SessionCache {
  const kept = new Map<string, { account: AccountWithRights | undefined; until: number }>();

  async function read(userId: string, epoch: number | undefined): Promise<AccountWithRights | undefined> {
    const known = kept.get(userId);
    // A session newer than the copy, begun after the epoch was raised elsewhere, needs the account as it is now.
    const isCurrent = known && known.until > Date.now() && (known.account?.sessionEpoch ?? 0) >= (epoch ?? 0);
    if (isCurrent) return known.account;
    const found = await accountWithRights(context, userId);
    if (kept.size >= keptMax) kept.clear();
    kept.set(userId, { account: found, until: Date.now() + keptForMs });
    return found;
  }

  async function account(userId: string, epoch: number | undefined): Promise<AccountWithRights | undefined> {
    const found = await read(userId, epoch);
    return found?.isActive && found.sessionEpoch === epoch ? found : undefined;
  }

  return {
    account,
    forget: (userId) => {
      kept.delete(userId);
    },
    forgetAll: () => kept.clear(),
  };
}

/** Account with its user's rights. */
export type AccountWithRights = Account & { rights: Rights };

async function accountWithRights(context: Pick<Context, 'db'>, userId: string): Promise<AccountWithRights | undefined> {
  const found = await findAccount(context.db, userId);
  const rights = found && (await storedRights(context, found.user));
  return rights && { ...found, rights };
}
