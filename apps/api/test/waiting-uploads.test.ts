/** Limits of storage for visitors who have not written anything yet. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Upload } from '@parley/contracts/routes/uploads';
import { createReceiver } from '@parley/core/files/receive';
import { removeDoomedFiles } from '@parley/core/files/sweep';
import { createExternalServices, type ExternalServices } from '@parley/core/external/services';
import { waitingBytes } from '@parley/db/files/before-message';
import { loadConfig } from '@parley/service/config';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiConfig } from '../src/main.ts';
import { startApi, type TestApi } from './support/api.ts';

type Visitor = Awaited<ReturnType<TestApi['visitor']>>;

const mb = 1024 * 1024;
const environment = { FILES_WAITING_PER_ADDRESS_MB: '25', FILES_WAITING_MB: '40' };
const home = '2001:db8:1:2:aaaa::1';
const elsewhere = '2001:db8:1:3::1';

let api: TestApi;
let external: ExternalServices;
let origin: string;
beforeAll(async () => {
  api = await startApi(environment);
  external = createExternalServices(loadConfig(apiConfig, { ...api.context.env, ...environment }));
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await external.outbound.close();
  await api.close();
});
beforeEach(async () => {
  await sql`delete from files`.execute(api.context.db);
});

const announce = (as: Visitor, size: number, address = home) =>
  api.call('POST', '/api/visitor/uploads', { as, body: { name: 'a.txt', size }, address });

const send = (as: Visitor, { url }: Upload, bytes: Buffer) =>
  fetch(`${origin}${url}`, {
    method: 'PATCH',
    headers: {
      ...as.headers,
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    },
    body: bytes,
  });

async function store(as: Visitor, megabytes: number, address = home): Promise<Upload> {
  const announced = (await announce(as, megabytes * mb, address)).json();
  expect((await send(as, announced, Buffer.alloc(megabytes * mb, 'x'))).status).toBe(204);
  return announced;
}

describe('files before the first message', () => {
  it('visitors of one address store so many bytes and no more, however many they say they are', async () => {
    const visitors = await Promise.all([1, 2, 3].map(() => api.visitor()));
    const [one, two, three] = visitors as [Visitor, Visitor, Visitor];
    await store(one, 9);
    // Another address of the same /64.
    await store(two, 9, '2001:db8:1:2:bbbb::7');
    const refused = await announce(three, 9 * mb);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect((await announce(three, 9 * mb, elsewhere)).statusCode).toBe(201);
    expect((await waitingBytes(api.context.db, null)).ofAll).toBe(18 * mb);
  });

  it('announcing takes nothing from anybody, and what was announced together is counted as it comes', async () => {
    const visitors = await Promise.all([1, 2, 3, 4].map(() => api.visitor()));
    const announced = await Promise.all(visitors.map(async (each) => (await announce(each, 9 * mb)).json()));
    expect(await waitingBytes(api.context.db, null)).toEqual({ ofNetwork: 0, ofAll: 0 });
    const answers = await Promise.all(visitors.map((each, at) => send(each, announced[at], Buffer.alloc(9 * mb, 'x'))));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 204, 429, 429]);
    expect((await waitingBytes(api.context.db, null)).ofAll).toBe(18 * mb);
  });

  it('visitors of all addresses store so many bytes altogether', async () => {
    for (let at = 0; at < 4; at += 1) await store(await api.visitor(), 9, `198.51.100.${at}`);
    const refused = await announce(await api.visitor(), 9 * mb, '198.51.100.99');
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  });

  it('cancelled files count until they are removed', async () => {
    const visitor = await api.visitor();
    for (let round = 0; round < 2; round += 1) {
      const { attachment } = await store(visitor, 9);
      const taken = await api.call('DELETE', `/api/visitor/uploads/${attachment.id}`, { as: visitor });
      expect(taken.statusCode).toBe(204);
    }
    expect((await announce(visitor, 9 * mb)).statusCode).toBe(429);
    await removeDoomedFiles({ ...api.context, external });
    expect((await announce(visitor, 9 * mb)).statusCode).toBe(201);
  });

  it('files without a following message are removed within the hour, and those of visitors who wrote are not', async () => {
    const [silent, writer] = await Promise.all([api.visitor(), api.visitor()]);
    await store(silent, 1);
    const kept = await store(writer, 1);
    await api.call('POST', '/api/visitor/messages', {
      as: writer,
      body: { content: 'Hello', clientMessageId: randomUUID() },
    });
    await sql`update files set created_at = now() - interval '56 minutes'`.execute(api.context.db);
    await removeDoomedFiles({ ...api.context, external });
    const { rows } = await sql<{ id: string }>`select id from files`.execute(api.context.db);
    expect(rows).toEqual([{ id: kept.attachment.id }]);
    // Nor are they limited any more.
    expect((await announce(writer, 10 * mb)).statusCode).toBe(201);
    expect((await waitingBytes(api.context.db, null)).ofAll).toBe(0);
  });
});

it('bytes are refused on a disk that has become full since they were announced', async () => {
  const ada = await api.signIn('representative');
  const announced = await api.call('POST', '/api/uploads', { as: ada, body: { name: 'a.txt', size: 10 } });
  if (!external.files) throw new Error('no storage');
  const full = { ...external, files: { ...external.files, room: () => Promise.resolve(9) } };
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'content-length': '10',
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
  };
  const call = (context: ExternalServices) =>
    createReceiver({ ...api.context, external: context })(
      { kind: 'staff', user: ada.user, sessionId: 'none' },
      announced.json().attachment.id,
      { method: 'PATCH', headers, body: Readable.from([Buffer.alloc(10, 'x')]) },
    );
  await expect(call(full)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await call(external)).toMatchObject({ status: 204 });
});
