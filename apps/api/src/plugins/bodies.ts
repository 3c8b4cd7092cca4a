/** Bodies are JSON and nothing else. */
import { Problem } from '@parley/contracts/problems';
import { hasDuplicateKeys, utf8Text } from '@parley/service/json';
import type { IncomingMessage } from 'node:http';
import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Number of bytes that are read and discarded of a body refused for its size, with a time limit. */
const readOffBytes = 64 * 1024 * 1024;
const readOffMs = 5_000;

/**
 * Reads `application/json`. An empty body counts as none, whatever its declared type, because browsers' fetch wrappers
 * declare one on calls without a body. Names that reach an object's prototype, names given twice and bytes that are no
 * UTF-8 are refused (400).
 * A client that is still sending a body too large for us is let finish, or closing the connection would reset it before
 * it has read the refusal (RFC 9112, section 9.6).
 */
export default fp(
  async function bodiesPlugin(app: FastifyInstance) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonReader(app));
    app.addHook('onSend', ({ raw }, reply, _payload, done) => {
      if (reply.statusCode === 413) void readOff(raw).then(() => done());
      else done();
    });
  },
  { name: 'bodies' },
);

/** Reads JSON, of whatever type it is called: other protocols have names of their own for it. */
export function jsonReader(app: FastifyInstance): FastifyBodyParser<string | Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    const text = typeof body === 'string' ? body : utf8Text(body);
    if (text === '') return done(null, undefined);
    if (text === undefined) return done(new Problem('malformed', 'The body is not valid UTF-8.'));
    return parse(request, text, (error, parsed) => {
      if (error) done(new Problem('malformed', 'The body is not valid JSON.', { cause: error }));
      else if (hasDuplicateKeys(text, parsed)) done(new Problem('malformed', 'The body names something twice.'));
      else done(null, parsed);
    });
  };
}

/** Reads a form by the same rules, for the routes of protocols that send one. */
export const readForm: FastifyBodyParser<string | Buffer> = (_request, body, done) => {
  const text = typeof body === 'string' ? body : utf8Text(body);
  if (text === undefined) return done(new Problem('malformed', 'The body is not valid UTF-8.'));
  const fields = [...new URLSearchParams(text)];
  const form: Record<string, string> = Object.assign(Object.create(null), Object.fromEntries(fields));
  return Object.keys(form).length < fields.length
    ? done(new Problem('malformed', 'The body names something twice.'))
    : done(null, form);
};

/** Resolves at the body's end, or when it has been waited for long enough. Never rejects. */
function readOff(body: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  const timer = setTimeout(resolve, readOffMs);
  let read = 0;
  body.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > readOffBytes) resolve();
  });
  for (const event of ['end', 'close', 'error']) body.once(event, () => resolve());
  body.resume();
  return promise.finally(() => clearTimeout(timer));
}
