/** The endpoint of API channels: docs/integrations.md#api-channels. */
import { webhookHeaders } from '@parley/core/external/webhook-signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
});
afterAll(() => api.close());

const fields = {
  name: 'SMS',
  url: 'https://sms.example.com/replies',
  websiteId: null,
  teamId: null,
  isActive: true,
  longestMessage: 1_000,
  textFormat: 'plain',
  takesEdits: false,
  sendsReceipts: true,
};
const add = (body: object = fields, as = admin) => api.call('POST', '/api/api-channels', { as, body });

const event = { id: 'e1', type: 'message', customer: { id: 'jane' }, message: { id: 'm1', text: 'Grüße' } };
function sends(
  { id, key, secret }: { id: string; key: string; secret: string },
  events: unknown,
  { signed = JSON.stringify({ events }) } = {},
) {
  const payload = JSON.stringify({ events });
  return api.app.inject({
    method: 'POST',
    url: `/api/api-channels/${id}/events`,
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      ...webhookHeaders([secret], { id: 'call', at: new Date(), body: signed }),
    },
  });
}

it('shows key and secret once, masks the address, and stores neither in the clear', async () => {
  const added = (await add()).json();
  expect([added.key, added.secret]).toEqual([
    expect.stringMatching(/^channel_[\w-]{40,}$/),
    expect.stringMatching(/^whsec_/),
  ]);
  expect(JSON.stringify(added)).not.toContain('sms.example.com/replies');
  const listed = (await api.call('GET', '/api/api-channels', { as: admin })).json();
  expect(listed).toMatchObject([{ id: added.id, host: 'sms.example.com', longestMessage: 1_000 }]);
  expect(JSON.stringify(listed)).not.toMatch(/whsec_|channel_/);
  const stored = JSON.stringify(await api.context.db.selectFrom('apiChannels').selectAll().execute());
  for (const secret of [added.key, added.secret, 'sms.example.com/replies']) expect(stored).not.toContain(secret);
});

it('takes events with the key and a signature over the bytes, each once, and refuses others', async () => {
  const channel = (await add()).json();
  const answer = await sends(channel, [event]);
  expect([answer.statusCode, answer.json()]).toEqual([202, { stored: 1 }]);
  expect((await sends(channel, [event])).json()).toEqual({ stored: 0 });
  expect((await sends(channel, [event], { signed: '{"events":[]}' })).statusCode).toBe(403);
  expect((await sends({ ...channel, key: 'guessed' }, [event])).statusCode).toBe(403);
  expect((await sends({ ...channel, id: crypto.randomUUID() }, [event])).statusCode).toBe(403);
});

it('refuses events that it doesn’t know with the path of the fault', async () => {
  const channel = (await add()).json();
  const faulty = [
    [{ ...event, type: 'poke' }],
    [{ ...event, customer: {} }],
    [{ ...event, message: { id: 'm', files: [{ url: 'file:///etc/passwd', name: 'x' }] } }],
    [],
    Array.from({ length: 101 }, () => event),
  ];
  for (const events of faulty) {
    const answer = await sends(channel, events);
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, expect.stringMatching(/^events/)]);
  }
});

it('replaced keys count for another day, and then no more', async () => {
  const channel = (await add()).json();
  const rotated = (await api.call('POST', `/api/api-channels/${channel.id}/keys`, { as: admin })).json();
  expect(rotated.key).not.toBe(channel.key);
  expect(rotated.previousUntil).toBeTruthy();
  expect((await sends(channel, [{ ...event, id: 'r1' }])).statusCode).toBe(202);
  expect((await sends(rotated, [{ ...event, id: 'r2' }])).statusCode).toBe(202);
  await api.context.db
    .updateTable('apiChannels')
    .set({ previousUntil: new Date(Date.now() - 1) })
    .where('id', '=', channel.id)
    .execute();
  expect((await sends(channel, [{ ...event, id: 'r3' }])).statusCode).toBe(403);
});

it('only users who manage webhooks keep channels, and a wrong website or address is named', async () => {
  const representative = await api.signIn('representative');
  expect((await add(fields, representative)).statusCode).toBe(403);
  const unknown = await add({ ...fields, websiteId: crypto.randomUUID() });
  expect([unknown.statusCode, unknown.json().errors[0].path]).toEqual([422, 'websiteId']);
  expect((await add({ ...fields, url: 'ftp://sms.example.com' })).statusCode).toBe(422);
});

describe('with files', () => {
  const photo = Buffer.from('\u{89}PNG bytes of no text \0\xff', 'latin1');
  const withFile = { ...event, message: { id: 'm1', text: 'See', files: [{ part: 'photo', name: 'a.png' }] } };
  async function sendsForm(
    { id, key, secret }: { id: string; key: string; secret: string },
    parts: Record<string, string | Blob>,
    change: (body: Buffer) => Buffer = (body) => body,
  ) {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.set(name, part);
    const encoded = new Response(form);
    const payload = Buffer.from(await encoded.arrayBuffer());
    return api.app.inject({
      method: 'POST',
      url: `/api/api-channels/${id}/events`,
      payload: change(payload),
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        authorization: `Bearer ${key}`,
        ...webhookHeaders([secret], { id: 'call', at: new Date(), body: payload }),
      },
    });
  }
  const events = (...each: unknown[]) => JSON.stringify({ events: each });

  it('takes files as parts of a call that is signed as a whole, and refuses changed bytes', async () => {
    const channel = (await add()).json();
    const parts = { events: events(withFile), photo: new Blob([photo]) };
    const changed = await sendsForm(channel, parts, (body) =>
      Buffer.from(body.toString('latin1').replace('no text', 'my text'), 'latin1'),
    );
    expect(changed.statusCode).toBe(403);
    const answer = await sendsForm(channel, parts);
    expect([answer.statusCode, answer.json()]).toEqual([202, { stored: 1 }]);
    expect((await sendsForm(channel, parts)).json()).toEqual({ stored: 0 });
  });

  it('refuses a file without a part of the call, with two sources, or without any, and stores nothing', async () => {
    const channel = (await add()).json();
    const of = (file: object) => events({ ...event, message: { id: 'm', files: [{ name: 'a.png', ...file }] } });
    for (const file of [{ part: 'other' }, {}, { part: 'photo', url: 'https://a.example/x.png' }]) {
      const answer = await sendsForm(channel, { events: of(file), photo: new Blob([photo]) });
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'events/0/message/files/0']);
    }
    expect((await sends(channel, [withFile])).statusCode).toBe(422);
    expect((await sendsForm(channel, { photo: new Blob([photo]) })).statusCode).toBe(400);
    expect((await sends(channel, [event])).json()).toEqual({ stored: 1 });
  });

  it('refuses a file above 20 MB, a call above 25 MB and JSON above 256 KiB', async () => {
    const channel = (await add()).json();
    const large = (bytes: number) => ({ events: events(withFile), photo: new Blob([Buffer.alloc(bytes, 'x')]) });
    expect((await sendsForm(channel, large(20 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await sendsForm(channel, large(25 * 1024 * 1024))).statusCode).toBe(413);
    expect(
      (
        await sends(
          channel,
          Array.from({ length: 60 }, (_, n) => ({
            ...event,
            id: `e${n}`,
            message: { id: 'm', text: 'x'.repeat(9_000) },
          })),
        )
      ).statusCode,
    ).toBe(413);
  });
});
