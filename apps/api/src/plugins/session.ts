/** Staff sessions: a signed cookie that names a record in Redis. */
import cookie, { Signer, type UnsignResult } from '@fastify/cookie';
import session from '@fastify/session';
import type { SignInRecord } from '@parley/contracts/users/sign-in';
import type { OpenContext } from '@parley/core/open-context';
import type { ProviderSession } from '@parley/core/sign-in/provider-sessions';
import type { PendingIdentity } from '@parley/core/sign-in/refused';
import { sessionCookieName } from '@parley/core/session-cookie';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type BegunSignIn, cookieLifetimeMs, createSessionStore } from '../users/session-store.ts';

declare module 'fastify' {
  interface Session extends Partial<SignInRecord> {
    userId?: string;
    /** Identity provider that the session began with, and its ID of the session. */
    provider?: ProviderSession;
    /** The account's `session_epoch` at sign-in: when the account's has been raised, this session has ended. */
    epoch?: number;
    /** Time of the last renewal, in epoch milliseconds. */
    renewedAt?: number;
    /** A sign-in that waits for its second step: nobody is signed in by it. */
    begun?: BegunSignIn;
    /** Whom the next sign-in to the account of the same address connects with an identity provider. */
    pendingIdentity?: PendingIdentity;
    /** It was read from the store, which is asked to replace it and never to create it. */
    isStored?: boolean;
  }
}

/** @fastify/session: https://github.com/fastify/session */
export default fp(
  async function sessionPlugin(app: FastifyInstance, options: { context: OpenContext; secrets: readonly string[] }) {
    await app.register(cookie);
    await app.register(session, {
      secret: rememberingSigner(new Signer([...options.secrets])),
      cookieName: sessionCookieName,
      saveUninitialized: false,
      rolling: false,
      cookie: { httpOnly: true, sameSite: 'lax', path: '/', secure: 'auto', maxAge: cookieLifetimeMs },
      store: createSessionStore(options.context),
    });
  },
  { name: 'staff-session' },
);

/** So many cookies are known at a time; no session's is as long. */
const knownMax = 10_000;
const cookieLengthMax = 256;

/** Remembers which cookies it has found rightly signed, and made: a browser sends the same one with every call. */
function rememberingSigner(signer: Pick<Signer, 'sign' | 'unsign'>): Pick<Signer, 'sign' | 'unsign'> {
  const known = new Map<string, UnsignResult>();
  const made = new Map<string, string>();
  return {
    sign(value) {
      const signed = made.get(value) ?? signer.sign(value);
      remember(made, value, signed);
      return signed;
    },
    unsign(signed) {
      const result = known.get(signed) ?? signer.unsign(signed);
      if (result.valid) remember(known, signed, result);
      return result;
    },
  };
}

function remember<Value>(known: Map<string, Value>, text: string, value: Value): void {
  if (known.has(text) || text.length > cookieLengthMax) return;
  if (known.size >= knownMax) known.clear();
  known.set(text, value);
}
