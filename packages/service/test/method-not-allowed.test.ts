import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodNotAllowed } from '../src/method-not-allowed.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  await app.register(methodNotAllowed);
  app.get('/things', async () => 'all');
  app.post('/things', async () => 'made');
  app.delete('/things/:id', async () => 'gone');
});
afterAll(() => app.close());

test.each([
  ['PUT', '/things?a=b', 405, 'GET, HEAD, OPTIONS, POST'],
  ['PROPFIND', '/things', 405, 'GET, HEAD, OPTIONS, POST'],
  ['TRACE', '/things', 405, 'GET, HEAD, OPTIONS, POST'],
  ['GET', '/things/7', 405, 'DELETE, OPTIONS'],
  ['HEAD', '/things/7', 405, 'DELETE, OPTIONS'],
  ['OPTIONS', '/things/7', 204, 'DELETE, OPTIONS'],
  ['PUT', '/nothing', 404, undefined],
  ['OPTIONS', '/nothing', 404, undefined],
  ['HEAD', '/things', 200, undefined],
] as const)('%s %s is answered %i', async (method, url, status, allow) => {
  // A body of any kind makes no difference.
  const payload = method === 'PUT' ? { payload: '<x/>', headers: { 'content-type': 'application/xml' } } : {};
  const answer = await app.inject({ method: method as 'GET', url, ...payload });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([status, allow]);
  expect(String(answer.headers['content-type']).includes('application/problem+json')).toBe(status === 405);
  expect(answer.body.includes('"code":"method_not_allowed"')).toBe(status === 405 && method !== 'HEAD');
});
