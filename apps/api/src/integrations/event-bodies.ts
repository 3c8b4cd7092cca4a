/** Bodies of calls of API channels: JSON, or a form with the JSON and files. */
import { Problem } from '@parley/contracts/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonReader } from '../plugins/bodies.ts';

export interface EventBody {
  /** Body as it came, for the signature. */
  raw: Buffer;
  files: ReadonlyMap<string, Uint8Array>;
}

const jsonMaxBytes = 256 * 1024;

/**
 * Reads both kinds in a scope, a form's body as the JSON of its part `events`. With `fields`, forms without files are
 * read too, as an object of their fields.
 */
export function readEventBodies(
  scope: FastifyInstance,
  app: FastifyInstance,
  { fields = false } = {},
): WeakMap<FastifyRequest, EventBody> {
  const bodies = new WeakMap<FastifyRequest, EventBody>();
  const readJson = jsonReader(app);
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const raw = Buffer.from(body);
    if (raw.length > jsonMaxBytes) return done(tooLarge());
    bodies.set(request, { raw, files: new Map() });
    return readJson.call(scope, request, raw, done);
  });
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    const raw = Buffer.from(body);
    readForm(raw, request.headers['content-type'] ?? '').then(
      ({ events, files }) => {
        if (events.length > jsonMaxBytes) return done(tooLarge());
        bodies.set(request, { raw, files });
        return readJson.call(scope, request, events, done);
      },
      (cause: unknown) => done(cause instanceof Problem ? cause : new Problem('malformed', 'The body is not a form.')),
    );
  });
  if (fields)
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
      const raw = Buffer.from(body);
      if (raw.length > jsonMaxBytes) return done(tooLarge());
      bodies.set(request, { raw, files: new Map() });
      return done(null, Object.fromEntries(new URLSearchParams(raw.toString('utf8'))));
    });
  return bodies;
}

const tooLarge = (): Problem => new Problem('too_large', 'The events of a call have at most 256 KiB.');

/** @throws Problem `malformed` without a part `events`, or with two parts of a name */
async function readForm(raw: Buffer, type: string): Promise<{ events: Buffer; files: Map<string, Uint8Array> }> {
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
  const parts = new Map<string, Uint8Array>();
  for (const [name, part] of form) {
    if (parts.has(name)) throw new Problem('malformed', 'The body names something twice.');
    parts.set(name, typeof part === 'string' ? Buffer.from(part) : new Uint8Array(await part.arrayBuffer()));
  }
  const { events, ...files } = Object.fromEntries(parts);
  if (!events) throw new Problem('malformed', 'The form has no part `events`.');
  return { events: Buffer.from(events), files: new Map(Object.entries(files)) };
}
