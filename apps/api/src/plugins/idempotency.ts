/**
 * `Idempotency-Key` on what the team and its programs write:
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 * A call is noted before it is done, and its answer when it is there. So it is done at most once: when a process ended
 * in between, or something failed inside, it is unknown whether the call was done, and a repetition is answered with
 * exactly that.
 */
import { hash } from 'node:crypto';
import { idempotencyHours } from '@parley/contracts/routes/limits';
import { Problem } from '@parley/contracts/problems';
import type { Route } from '@parley/contracts/route';
import type { Context } from '@parley/core/context';
import { beginCall, forgetCall, type IdempotentCall, keepAnswer, type KeptCall } from '@parley/db/idempotency/calls';
import { DecryptionFailed } from '@parley/service/secrets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    /** Call under an `Idempotency-Key` that is stored when it is answered. */
    idempotentCall: IdempotentCall | null;
    /**
     * Notes that the call begins, if it brings an `Idempotency-Key`; answers the reply where it was made before.
     * @throws Problem `malformed` for what is no key, `idempotency_key_reused` for one of another call,
     * `call_in_progress`, `call_outcome_unknown`
     */
    repeatedAnswer(route: Route, reply: FastifyReply): Promise<FastifyReply | undefined>;
  }
}

const purpose = 'idempotent answer';
/** No call takes so long: one that has not been answered by then never will be. */
const longestCallMs = 5 * 60_000;
const changing = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const keyPattern = /^[\x20-\x7e]{1,255}$/;

export default fp(
  async function idempotencyPlugin(app: FastifyInstance, { context }: { context: Pick<Context, 'db' | 'secrets'> }) {
    app.decorateRequest('idempotentCall', null);

    app.decorateRequest('repeatedAnswer', async function repeatedAnswer(this: FastifyRequest, route, reply) {
      const key = this.headers['idempotency-key'];
      if (key === undefined || this.caller?.kind !== 'staff' || !isKept(route)) return undefined;
      const call = callOf(this, String(key));
      const kept = await beginCall(context.db, call, idempotencyHours);
      if (kept) return repeat(reply, kept, call);
      this.idempotentCall = call;
      return undefined;
    });

    // Before the answer is compressed.
    app.addHook('onSend', (request, reply, payload, done) => {
      const call = request.idempotentCall;
      if (!call) {
        done();
        return;
      }
      request.idempotentCall = null;
      void keep(call, reply, payload)
        // Done all the same; a repetition is told that nobody knows.
        .catch((error: unknown) => request.log.error({ err: error }, 'an answer was not kept for its Idempotency-Key'))
        .then(() => done());
    });

    async function keep(call: IdempotentCall, reply: FastifyReply, payload: unknown): Promise<void> {
      const { statusCode: status } = reply;
      if (status === 429) return forgetCall(context.db, call);
      if (status >= 500) return;
      const text = typeof payload === 'string' && payload !== '' ? payload : null;
      const contentType = reply.getHeader('content-type');
      await keepAnswer(context.db, call, {
        status,
        contentType: text !== null && typeof contentType === 'string' ? contentType : null,
        answer: text === null ? null : context.secrets.encrypt(text, purpose),
      });
    }

    function repeat(reply: FastifyReply, kept: KeptCall, { call }: IdempotentCall): FastifyReply {
      if (kept.call !== call) {
        throw new Problem('idempotency_key_reused', 'This Idempotency-Key belongs to another call. Use a new one.');
      }
      if (kept.status === null && Date.now() - kept.begunAt.getTime() < longestCallMs) {
        throw new Problem('call_in_progress', 'A call with this Idempotency-Key is being answered right now.', {
          retryAfterSeconds: 1,
        });
      }
      const body = kept.answer === null ? '' : opened(kept.answer);
      if (kept.status === null || body === undefined) {
        throw new Problem(
          'call_outcome_unknown',
          'The call with this Idempotency-Key was cut off, or what it was answered is kept no more. Look whether it was ' +
            'done before you make it again under a new key.',
        );
      }
      if (kept.contentType !== null) reply.type(kept.contentType);
      return reply
        .code(kept.status)
        .header('idempotency-replayed', 'true')
        .serializer((text: string) => text)
        .send(body);
    }

    function opened(answer: string): string | undefined {
      try {
        return context.secrets.decrypt(answer, purpose);
      } catch (error) {
        if (error instanceof DecryptionFailed) return undefined;
        throw error;
      }
    }
  },
  { name: 'idempotency', dependencies: ['request-caller'] },
);

/** Downloads change nothing, and an upload says by itself where it goes on. */
const isKept = ({ method, raw, streams, access }: Route): boolean =>
  changing.has(method) && !raw && !streams && access !== 'anyone';

function callOf(request: FastifyRequest, header: string): IdempotentCall {
  // The draft has a string of structured fields (RFC 9651), in quotes; most clients send it bare.
  const key = header.replace(/^"(.*)"$/, '$1');
  if (!keyPattern.test(key)) {
    throw new Problem('malformed', 'An Idempotency-Key has 1 to 255 printable ASCII characters.');
  }
  const { caller, method, url, body } = request;
  const who = caller?.kind === 'staff' ? (caller.key ? `key ${caller.key.id}` : `user ${caller.user.id}`) : '';
  return {
    caller: who,
    key: hash('sha256', key),
    call: hash('sha256', `${method} ${url}\n${JSON.stringify(body) ?? ''}`),
  };
}
