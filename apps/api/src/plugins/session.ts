/** Staff sessions: a signed cookie that names a record in Redis. */
import cookie, { Signer, type UnsignResult } from '@fastify/cookie';
import type { OpenContext } from '@parley/core/open-context';
import { sessionCookieName } from '@parley/core/session-cookie';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { cookieLifetimeMs, createSessionStore, StaffSession } from '../users/staff-session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** That of the session cookie, or one that nothing is known of. */
    session: StaffSession;
  }
}

/**
 * What a request changes of its session is saved before the answer. Nothing is done for one that only reads it, which nearly
 * all do: that is why this is no @fastify/session, which works out two hashes of each record to see whether it has changed.
 *
 * @fastify/cookie: https://github.com/fastify/fastify-cookie
 */
export default fp(
  async function sessionPlugin(app: FastifyInstance, options: { context: OpenContext; secrets: readonly string[] }) {
    await app.register(cookie);
    const signer = new Signer([...options.secrets]);
    const idOf = rememberingReader(signer);
    const store = createSessionStore(options.context);
    app.decorateRequest('session');

    app.addHook('onRequest', (request, reply, done) => {
      const brought = request.cookies[sessionCookieName];
      const id = brought === undefined ? undefined : idOf(brought);
      if (id === undefined) {
        request.session = new StaffSession(store);
        // It is none of ours.
        if (brought) reply.clearCookie(sessionCookieName, { path: '/' });
        done();
        return;
      }
      const kept = store.kept(id);
      if (kept) {
        request.session = new StaffSession(store, id, kept);
        done();
        return;
      }
      store.read(id).then((record) => {
        request.session = new StaffSession(store, id, record);
        done();
      }, done);
    });

    app.addHook('onSend', (request, reply, _payload, done) => {
      // Without one where the connection was refused before there was a session.
      const session: StaffSession | undefined = request.session;
      if (!session?.isChanged) {
        done();
        return;
      }
      session.save().then(() => {
        reply.setCookie(sessionCookieName, signer.sign(session.sessionId), {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: request.protocol === 'https',
          expires: new Date(Date.now() + cookieLifetimeMs),
        });
        done();
      }, done);
    });
  },
  { name: 'staff-session' },
);

/** So many cookies are known at a time; no session's is as long. */
const knownMax = 10_000;
const cookieLengthMax = 256;

/** Reads the session's id off a cookie, and remembers which it has found rightly signed: a browser sends its one with every call. */
function rememberingReader(signer: { unsign(signed: string): UnsignResult }): (signed: string) => string | undefined {
  const known = new Map<string, string>();
  return (signed) => {
    const id = known.get(signed);
    if (id !== undefined) return id;
    const result = signer.unsign(signed);
    if (!result.valid) return undefined;
    if (known.size >= knownMax) known.clear();
    if (signed.length <= cookieLengthMax) known.set(signed, result.value);
    return result.value;
  };
}
