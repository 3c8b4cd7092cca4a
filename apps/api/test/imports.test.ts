import { withExternalServices } from '@parley/core/testing';
import { runImport } from '@parley/core/imports/run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetProof, startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
});
afterAll(() => api.close());

const csv = Buffer.from('name,email,plan\nJane,jane@customer.example,Pro\n');
const file = { name: 'contacts.csv', size: csv.length };

const begin = () => api.call('POST', '/api/imports', { as: admin, body: { source: 'file', file } });

/** Sends a part as the dashboard does. */
const send = (id: string, offset: number, payload: Buffer) =>
  api.app.inject({
    method: 'PUT',
    url: `/api/imports/${id}/file?offset=${offset}`,
    headers: { ...admin.headers, 'content-type': 'application/offset+octet-stream' },
    payload,
  });

describe('an import over HTTP', () => {
  it('takes a file in parts, is read, written, proven and undone', async () => {
    const { id } = (await begin()).json();
    expect((await send(id, 0, csv.subarray(0, 20))).json()).toMatchObject({ state: 'uploading', received: 20 });
    expect((await send(id, 20, csv.subarray(20))).json()).toMatchObject({ state: 'reading' });
    const context = withExternalServices(api.context);
    const works = () => runImport(context, id, new AbortController().signal);
    await works();
    const ready = (await api.call('GET', `/api/imports/${id}`, { as: admin })).json();
    expect(ready.state).toBe('ready');
    expect(ready.counts).toContainEqual(expect.objectContaining({ kind: 'contact', found: 1 }));
    const body = ready.mapping;
    expect((await api.call('POST', `/api/imports/${id}/run`, { as: admin, body })).statusCode).toBe(202);
    await works();
    const receipt = (await api.call('GET', `/api/imports/${id}/receipt`, { as: admin })).json();
    const check = await api.call('POST', '/api/imports/receipt-checks', { as: admin, body: receipt });
    expect(check.json()).toEqual({ isGenuine: true });
    expect((await api.call('POST', `/api/imports/${id}/undo`, { as: admin })).statusCode).toBe(202);
    await works();
    const [undone] = (await api.call('GET', '/api/imports', { as: admin })).json();
    expect(undone).toMatchObject({ id, state: 'undone' });
  });

  it('allows one open import at a time, and discards one of which nothing is written', async () => {
    const { id } = (await begin()).json();
    expect((await begin()).json()).toMatchObject({ code: 'conflict' });
    expect((await api.call('DELETE', `/api/imports/${id}`, { as: admin })).statusCode).toBe(204);
    const { id: next } = (await begin()).json();
    await api.call('DELETE', `/api/imports/${next}`, { as: admin });
  });

  it('asks for a proof of who calls', async () => {
    const other = await api.signIn('admin', 'Grace');
    await forgetProof(api, other);
    const answer = await api.call('POST', '/api/imports', { as: other, body: { source: 'file', file } });
    expect(answer.statusCode).toBe(403);
  });
});
