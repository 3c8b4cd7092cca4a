/**
 * Sign-ins that have left for a provider and have not come back: each may come back once, for ten minutes, to the
 * browser that left.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { randomToken } from '@parley/service/secrets';
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';

/** What has to be known when somebody comes back. */
export interface SignInTransaction {
  providerId: string;
  /** Of PKCE: shows that who redeems the code is who asked for it. */
  codeVerifier: string;
  /** Comes back in the ID token. */
  nonce: string;
  /** Where to go on in the dashboard. */
  returnTo: string;
  /** Of somebody who is signed in and proves it again: whose session that is, and since when they are away, in milliseconds. */
  proves?: { userId: string; sessionId: string; since: number };
  /** Of an administrator who tries the provider: nobody is signed in, and they read what came of it. */
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

/** Takes it out, so that nobody comes back by it again; undefined when there is none, or it is another browser's. */
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

/** What a browser is known by while it is away. */
export const newBrowserToken = (): string => randomToken();
