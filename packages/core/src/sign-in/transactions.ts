/**
 * Sign-ins that have left for a provider and have not come back: each may come back once, for ten minutes, to the
 * browser that left.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { randomToken } from '@parley/service/secrets';
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';

/** State of a sign-in while the browser is at the provider. */
export interface SignInTransaction {
  providerId: string;
  /** PKCE verifier: proves that the code is redeemed by the side that requested it. */
  codeVerifier: string;
  /** Comes back in the ID token. */
  nonce: string;
  /** Path in the dashboard to continue at. */
  returnTo: string;
  /** User and session of a renewed proof of identity, and its start in milliseconds. */
  proves?: { userId: string; sessionId: string; since: number };
  /** Admin who tests the provider: nobody is signed in, and the outcome is stored for them. */
  tests?: { userId: string };
}

export const transactionSeconds = 600;

type TransactionContext = Pick<Context, 'redis' | 'prefix'>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const keyOf = ({ prefix }: TransactionContext, state: string): string =>
  keys(prefix).key('sign-in', digest(state).toString('base64url'));

/** Keeps it under its `state`, for the browser with this cookie. */
export async function keepTransaction(
  context: TransactionContext,
  state: string,
  browser: string,
  transaction: SignInTransaction,
): Promise<void> {
  const record = { ...transaction, browser: digest(browser).toString('base64url') };
  await context.redis.set(keyOf(context, state), JSON.stringify(record), 'EX', transactionSeconds);
}

/**
 * Removes and returns a transaction, so that it is used once; undefined if there is none, or it is another browser's.
 */
export async function takeTransaction(
  context: TransactionContext,
  state: string | undefined,
  browser: string | undefined,
): Promise<SignInTransaction | undefined> {
  if (state === undefined || browser === undefined) return undefined;
  const text = await context.redis.getdel(keyOf(context, state));
  if (text === null) return undefined;
  // Written above.
  const { browser: expected, ...transaction } = JSON.parse(text) as SignInTransaction & { browser: string };
  return timingSafeEqual(Buffer.from(expected, 'base64url'), digest(browser)) ? transaction : undefined;
}

/** Returns a token that identifies a browser while it is at the provider. */
export const newBrowserToken = (): string => randomToken();
