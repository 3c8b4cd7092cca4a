/** Who a session belongs to, without asking the database at every call. */
import type { User } from '@parley/contracts/entities';
import { type Account, findAccount } from '@parley/db/users/users';
import type { Context } from '../context.ts';

/** A copy older than this is read again. Ending sessions does not wait for it: that removes the session itself. */
const keptForMs = 5_000;
const keptMax = 10_000;

export interface SessionCache {
  /** The active user of a session that began at `epoch`; undefined when account or session have ended. */
  user(userId: string, epoch: number | undefined): Promise<User | undefined>;
  /** The same, with what only the server may know. */
  account(userId: string, epoch: number | undefined): Promise<Account | undefined>;
  /** Reads this user anew next time. */
  forget(userId: string): void;
}

export function createSessionCache(context: Pick<Context, 'db'>): SessionCache {
  const kept = new Map<string, { account: Account | undefined; until: number }>();

  async function read(userId: string, epoch: number | undefined): Promise<Account | undefined> {
    const known = kept.get(userId);
    // A session newer than the copy, begun after the epoch was raised elsewhere, needs the account as it is now.
    const isCurrent = known && known.until > Date.now() && (known.account?.sessionEpoch ?? 0) >= (epoch ?? 0);
    if (isCurrent) return known.account;
    const found = await findAccount(context.db, userId);
    if (kept.size >= keptMax) kept.clear();
    kept.set(userId, { account: found, until: Date.now() + keptForMs });
    return found;
  }

  async function account(userId: string, epoch: number | undefined): Promise<Account | undefined> {
    const found = await read(userId, epoch);
    return found?.isActive && found.sessionEpoch === epoch ? found : undefined;
  }

  return {
    account,
    user: async (userId, epoch) => (await account(userId, epoch))?.user,
    forget: (userId) => {
      kept.delete(userId);
    },
  };
}
