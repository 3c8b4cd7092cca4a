/** Files over HTTP: announced, sent in pieces, brought by a message, read by a link. The worker's part is done here by hand. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import {
  type Attachment,
  defaultVisitorFiles,
  type VisitorFiles,
  type WebsiteFiles,
} from '@parley/contracts/messages/attachments';
import { visitorUploadsPerDay } from '@parley/contracts/messages/limits';
import { permissions } from '@parley/contracts/permissions/permissions';
import type { FileLinks, Upload } from '@parley/contracts/routes/uploads';
import { checkFile } from '@parley/core/files/check';
import { createFileChecker, type FileChecker } from '@parley/core/files/checker';
import { removeDoomedFiles } from '@parley/core/files/sweep';
import { createExternalServices, type ExternalServices } from '@parley/core/external/services';
import { mergeSettings } from '@parley/db/settings/settings';
import { updateWebsite } from '@parley/db/websites/websites';
import { loadConfig } from '@parley/service/config';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiConfig } from '../src/main.ts';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

type Caller = { headers: Record<string, string> };

let api: TestApi;
let external: ExternalServices;
let checker: FileChecker;
let ada: TestUser;
let origin: string;
beforeAll(async () => {
  api = await startApi();
  external = createExternalServices(loadConfig(apiConfig, api.context.env));
  checker = createFileChecker();
  ada = await api.signIn('representative', 'Ada Byron');
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await checker.close();
  await external.outbound.close();
  await api.close();
});

const rootOf = (who: Caller): string => ('origin' in who.headers ? '/api/visitor' : '/api');

async function announce(who: Caller, size: number, name = 'a.txt'): Promise<Upload> {
  const answer = await api.call('POST', `${rootOf(who)}/uploads`, { as: who, body: { name, size } });
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}

const append = (who: Caller, { url }: Upload, bytes: Buffer, offset = 0) =>
  fetch(`${origin}${url}`, {
    method: 'PATCH',
    headers: {
      ...who.headers,
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
    },
    body: bytes,
  });

async function offsetOf(who: Caller, { url }: Upload): Promise<number> {
  const answer = await fetch(`${origin}${url}`, {
    method: 'HEAD',
    headers: { ...who.headers, 'tus-resumable': '1.0.0' },
  });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('upload-offset'));
}

const check = (id: string) => checkFile({ ...api.context, external, fileChecker: checker }, id);

/** Sends a file whole and has it checked. */
async function upload(who: Caller, bytes: Buffer, name?: string): Promise<Attachment> {
  const announced = await announce(who, bytes.length, name);
  expect((await append(who, announced, bytes)).status).toBe(204);
  await check(announced.attachment.id);
  return (await api.call('GET', `${rootOf(who)}/uploads/${announced.attachment.id}`, { as: who })).json();
}

async function links(who: Caller, ...ids: string[]): Promise<FileLinks[]> {
  const answer = await api.call('POST', `${rootOf(who)}/files/links`, { as: who, body: { ids } });
  return answer.json();
}

const picture = (width = 900, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: '#af1f31' } })
    .png()
    .toBuffer();

const send = (
  who: Caller,
  conversationId: string | undefined,
  attachments: { id: string; alt?: string }[],
  more = {},
) =>
  api.call('POST', `${rootOf(who)}/messages`, {
    as: who,
    body: { ...(conversationId && { conversationId }), clientMessageId: randomUUID(), attachments, ...more },
  });

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** How much is being written right now. */
async function bytesAtWork(): Promise<number> {
  const folder = external.files?.workFolder ?? '';
  const names = await readdir(folder, { recursive: true });
  const sizes = names.map(async (name) => {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe('an upload', () => {
  it('is received whole, or in as many pieces as it is cut into, and checked once all have come', async () => {
    const bytes = Buffer.from('line\n'.repeat(40));
    const announced = await announce(ada, bytes.length);
    expect(announced.attachment).toMatchObject({ state: 'receiving', name: 'a.txt', type: null, size: 200 });
    for (let offset = 0; offset < bytes.length; offset += 7) {
      expect(await offsetOf(ada, announced)).toBe(offset);
      const answer = await append(ada, announced, bytes.subarray(offset, offset + 7), offset);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('upload-offset')).toBe(String(Math.min(offset + 7, bytes.length)));
    }
    expect(await offsetOf(ada, announced)).toBe(200);
    await check(announced.attachment.id);
    const [link] = await links(ada, announced.attachment.id);
    expect(await (await fetch(`${origin}${link?.original}`)).text()).toBe(bytes.toString());
  });

  it('goes on behind what had come when its connection was cut', async () => {
    const bytes = randomBytes(400_000);
    const announced = await announce(ada, bytes.length);
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const head = [
      `PATCH ${announced.url} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${ada.headers['cookie']}`,
      'Content-Type: application/offset+octet-stream',
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      `Content-Length: ${bytes.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(bytes.subarray(0, 150_000));
    // Cut before some of it has been written, nothing would have come.
    await until(async () => (await bytesAtWork()) > 0);
    socket.destroy();
    await until(async () => (await offsetOf(ada, announced)) > 0);
    const offset = await offsetOf(ada, announced);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(150_000);
    expect((await append(ada, announced, bytes.subarray(offset), offset)).status).toBe(204);
    const whole: Buffer[] = [];
    if (!external.files) throw new Error('no storage');
    for await (const { key } of external.files.list(`uploads/${announced.attachment.id}/`)) {
      for await (const piece of (await external.files.read(key)).bytes) whole.push(piece);
    }
    expect(Buffer.concat(whole).equals(bytes)).toBe(true);
  });

  it('is refused at another offset, beyond its size, and as anything but its bytes', async () => {
    const announced = await announce(ada, 10);
    const wrong = await append(ada, announced, Buffer.from('abc'), 5);
    expect(wrong.status).toBe(409);
    expect(await wrong.json()).toMatchObject({ code: 'conflict' });
    const tooMuch = await append(ada, announced, Buffer.from('more than ten bytes'));
    expect(tooMuch.status).toBe(413);
    const plain = await api.call('PATCH', announced.url, { as: ada, body: { nonsense: true } });
    expect(plain.statusCode).toBe(400);
    expect(await offsetOf(ada, announced)).toBe(0);
    const elsewhere = await api.call('POST', '/api/messages', {
      as: ada,
      body: 'x',
      headers: { 'content-type': 'application/offset+octet-stream' },
    });
    expect(elsewhere.statusCode).toBe(415);
  });

  it('is nobody else’s: neither its state nor its bytes, nor taking it back', async () => {
    const announced = await announce(ada, 3);
    const other = await api.signIn('representative');
    const visitor = await api.visitor();
    const { id } = announced.attachment;
    for (const who of [other, visitor]) {
      const root = rootOf(who);
      const url = `${root}/uploads/${id}`;
      expect((await api.call('GET', url, { as: who })).statusCode).toBe(404);
      expect((await api.call('DELETE', url, { as: who })).statusCode).toBe(404);
      expect((await append(who, { ...announced, url: `${url}/content` }, Buffer.from('abc'))).status).toBe(404);
    }
    expect((await append(ada, announced, Buffer.from('abc'))).status).toBe(204);
  });

  it('can be taken back until a message has brought it, and then no more', async () => {
    const { id } = await api.conversation();
    const kept = await upload(ada, Buffer.from('kept'));
    const dropped = await upload(ada, Buffer.from('dropped'));
    expect((await api.call('DELETE', `/api/uploads/${dropped.id}`, { as: ada })).statusCode).toBe(204);
    expect((await send(ada, id, [{ id: dropped.id }])).statusCode).toBe(422);
    expect((await send(ada, id, [{ id: kept.id }])).statusCode).toBe(201);
    expect((await api.call('DELETE', `/api/uploads/${kept.id}`, { as: ada })).statusCode).toBe(404);
  });

  it('an upload of a visitor keeps to the website’s rules: when, how large, how many', async () => {
    const visitor = await api.visitor('files.example.com');
    const website = (await api.call('GET', '/api/websites', { as: ada }))
      .json()
      .find(({ domain }: { domain: string }) => domain === 'files.example.com');
    expect(website.files).toMatchObject({ when: 'always' });
    const setting: VisitorFiles = { when: 'after_answer', kinds: ['picture'], maxBytes: 2048 };
    await mergeSettings(api.context.db, 'representativesMay', { websites: true });
    const set = await api.call('PATCH', `/api/websites/${website.id}`, { as: ada, body: { files: setting } });
    expect(set.json().files).toEqual(setting);
    const tried = () => api.call('POST', '/api/visitor/uploads', { as: visitor, body: { name: 'a.png', size: 1000 } });
    expect((await tried()).json()).toMatchObject({ code: 'forbidden' });
    const first = await api.call('POST', '/api/visitor/messages', {
      as: visitor,
      body: { content: 'Hello', clientMessageId: randomUUID() },
    });
    expect((await tried()).statusCode).toBe(403);
    await api.call('POST', '/api/messages', {
      as: ada,
      body: { conversationId: first.json().conversationId, content: 'Hi', clientMessageId: randomUUID() },
    });
    expect((await tried()).statusCode).toBe(201);
    const large = await api.call('POST', '/api/visitor/uploads', { as: visitor, body: { name: 'a.png', size: 2049 } });
    expect(large.json()).toMatchObject({ code: 'too_large' });
    // A text is none of the kinds.
    const text = await upload(visitor, Buffer.from('hello'), 'a.png');
    expect(text).toMatchObject({ state: 'refused', reason: 'type' });
    await updateWebsite(api.context.db, website.id, { files: { ...setting, when: 'never' } });
    expect((await tried()).statusCode).toBe(403);
    await updateWebsite(api.context.db, website.id, { files: { ...setting, when: 'always' } });
    const tries = await Promise.all(Array.from({ length: 25 }, tried));
    // Two were before.
    expect(tries.filter(({ statusCode }) => statusCode === 201)).toHaveLength(18);
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
  });

  it('an upload of a visitor keeps to the bytes allowed per day', async () => {
    const visitor = await api.visitor('bytes.example.com');
    const announcing = (size: number) =>
      api.call('POST', '/api/visitor/uploads', { as: visitor, body: { name: 'a.png', size } });
    const large = defaultVisitorFiles.maxBytes;
    const fitting = Math.floor(visitorUploadsPerDay.bytes / large);
    for (let n = 0; n < fitting; n += 1) expect((await announcing(large)).statusCode).toBe(201);
    expect((await announcing(1)).json()).toMatchObject({ code: 'rate_limited' });
    // The website's own field, which the page doesn't get.
    const website = (await api.call('GET', '/api/websites', { as: ada }))
      .json()
      .find(({ domain }: { domain: string }) => domain === 'bytes.example.com');
    const set = (perDay: WebsiteFiles['perDay']) =>
      updateWebsite(api.context.db, website.id, { files: { ...website.files, ...(perDay && { perDay }) } });
    await set({ files: 50, bytes: visitorUploadsPerDay.bytes * 2 });
    expect((await announcing(1)).statusCode).toBe(201);
    expect((await api.call('GET', '/api/visitor/config', { as: visitor })).json().files).toEqual(website.files);
    await set({ files: fitting, bytes: visitorUploadsPerDay.bytes * 2 });
    expect((await announcing(1)).json()).toMatchObject({ code: 'rate_limited' });
    await set(undefined);
    // A day later there is room again.
    await api.context.db
      .updateTable('files')
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where('visitorId', '=', visitor.visitorId)
      .execute();
    expect((await announcing(1)).statusCode).toBe(201);
  });

  it('is shown to the assistant’s model where an administrator has said so, and the page is told nothing of it', async () => {
    const visitor = await api.visitor('seen.example.com');
    const find = async () =>
      (await api.call('GET', '/api/websites', { as: ada }))
        .json()
        .find(({ domain }: { domain: string }) => domain === 'seen.example.com');
    const { id, files } = await find();
    expect(files).not.toHaveProperty('filesToAssistant');
    await mergeSettings(api.context.db, 'representativesMay', { websites: true });
    const admin = await api.signIn('admin');
    const set = (as: TestUser, change: Partial<WebsiteFiles>) =>
      api.call('PATCH', `/api/websites/${id}`, { as, body: { files: { ...files, ...change } } });
    const refused = await set(ada, { filesToAssistant: true });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    expect((await find()).files).toEqual(files);
    expect((await set(admin, { filesToAssistant: true })).json().files.filesToAssistant).toBe(true);
    // An active option may stay active, and every admin may switch it off.
    expect((await set(ada, { filesToAssistant: true, maxBytes: 4096 })).statusCode).toBe(200);
    const setup = (await api.call('GET', '/api/visitor/config', { as: visitor })).json();
    expect(setup.files).toEqual({ ...files, maxBytes: 4096 });
    expect((await set(ada, { filesToAssistant: false })).statusCode).toBe(200);
    expect((await set(ada, { filesToAssistant: true })).statusCode).toBe(403);
    const entries = await api.context.db
      .selectFrom('auditLog')
      .select('details')
      .where('action', '=', 'website.updated')
      .where('actorId', '=', admin.user.id)
      .execute();
    expect(entries).toEqual([
      { details: { before: { files }, after: { files: { ...files, filesToAssistant: true } } } },
    ]);
  });

  it('is not taken on a full disk, while messages are', async () => {
    const full = await startApi({ FILES_RESERVE_MB: '1000000000' });
    const { id } = await full.conversation();
    const rita = await full.signIn('representative');
    const refused = await full.call('POST', '/api/uploads', { as: rita, body: { name: 'a', size: 10 } });
    expect(refused.json()).toMatchObject({ code: 'unavailable' });
    const message = { conversationId: id, content: 'Still here', clientMessageId: randomUUID() };
    expect((await full.call('POST', '/api/messages', { as: rita, body: message })).statusCode).toBe(201);
    await full.close();
  });

  it('is refused where files are kept nowhere, and pages are not told of any', async () => {
    const bare = await startApi({ FILES_FOLDER: '' });
    const rita = await bare.signIn('representative');
    const refused = await bare.call('POST', '/api/uploads', { as: rita, body: { name: 'a', size: 10 } });
    expect(refused.json()).toMatchObject({ code: 'not_configured' });
    const visitor = await bare.visitor();
    expect((await bare.call('GET', '/api/visitor/config', { as: visitor })).json()).not.toHaveProperty('files');
    await bare.close();
  });
});

describe('a message with files', () => {
  it('may be files alone, is acknowledged with their states, and shows their names in lists', async () => {
    const { id, visitor } = await api.conversation();
    const announced = await announce(ada, 5, 'one.txt');
    const ready = await upload(ada, await picture(), 'shot.png');
    const sent = await send(ada, id, [{ id: announced.attachment.id }, { id: ready.id, alt: ' A red wall ' }]);
    expect(sent.statusCode).toBe(201);
    expect(sent.json()).toMatchObject({
      content: '',
      attachments: [
        { id: announced.attachment.id, state: 'receiving', name: 'one.txt' },
        { id: ready.id, state: 'ready', alt: 'A red wall', width: 900, height: 500, kind: 'picture' },
      ],
    });
    const listed = (await api.call('GET', '/api/conversations', { as: ada })).json()[0];
    expect(listed.lastMessage.content).toBe('one.txt, shot.png');
    await append(ada, announced, Buffer.from('hello'));
    await check(announced.attachment.id);
    const read = (await api.call('GET', '/api/visitor/messages', { as: visitor })).json();
    expect(read.at(-1).attachments.map(({ state }: Attachment) => state)).toEqual(['ready', 'ready']);
    expect(read[0]).not.toHaveProperty('attachments');
  });

  it('is stored once under its id, and another set of files under it is a conflict', async () => {
    const { id } = await api.conversation();
    const [one, other] = [await announce(ada, 5), await announce(ada, 5)];
    const clientMessageId = randomUUID();
    const attachments = [{ id: one.attachment.id }];
    const twice = await Promise.all([
      send(ada, id, attachments, { clientMessageId }),
      send(ada, id, attachments, { clientMessageId }),
    ]);
    expect(new Set(twice.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]));
    const [first, second] = twice.map((answer) => answer.json());
    expect(first).toEqual(second);
    const changed = await send(ada, id, [{ id: other.attachment.id }], { clientMessageId });
    expect(changed.json()).toMatchObject({ code: 'conflict' });
  });

  it('brings no file of another sender, none twice, and none that another message has brought', async () => {
    const { id, visitor } = await api.conversation();
    const own = await announce(ada, 5);
    const theirs = await announce(visitor, 5);
    const before = (await api.call('GET', `/api/conversations/${id}/messages`, { as: ada })).json().length;
    for (const attachments of [
      [{ id: theirs.attachment.id }],
      [{ id: randomUUID() }],
      [{ id: own.attachment.id }, { id: theirs.attachment.id }],
      [{ id: own.attachment.id }, { id: own.attachment.id }],
    ]) {
      expect((await send(ada, id, attachments)).json()).toMatchObject({ code: 'invalid' });
    }
    expect((await send(visitor, undefined, [{ id: own.attachment.id }])).statusCode).toBe(422);
    expect((await send(ada, id, [{ id: own.attachment.id }])).statusCode).toBe(201);
    expect((await send(ada, id, [{ id: own.attachment.id }])).statusCode).toBe(422);
    const after = (await api.call('GET', `/api/conversations/${id}/messages`, { as: ada })).json();
    expect(after).toHaveLength(before + 1);
    expect((await send(ada, id, [])).statusCode).toBe(422);
    const nothing = await api.call('POST', '/api/messages', { as: ada, body: { conversationId: id } });
    expect(nothing.statusCode).toBe(422);
  });
});

describe('a link to a file', () => {
  it('serves what we made where it is, and everything else to be saved, both sandboxed', async () => {
    const shot = await upload(ada, await picture(), 'shot.png');
    const text = await upload(ada, Buffer.from('<not html, says the name>'.slice(1)), 'résumé "x".txt');
    const [made, given] = await Promise.all([links(ada, shot.id), links(ada, text.id)]);
    const inline = await fetch(`${origin}${made[0]?.original}`);
    expect(inline.headers.get('content-type')).toBe('image/png');
    expect(inline.headers.get('content-disposition')).toMatch(/^inline; /);
    const saved = await fetch(`${origin}${given[0]?.original}`);
    expect(saved.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(saved.headers.get('content-disposition')).toBe(
      'attachment; filename="r_sum_ _x_.txt"; filename*=UTF-8\'\'r%C3%A9sum%C3%A9%20_x_.txt',
    );
    for (const answer of [inline, saved]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    for (const [size, width] of [
      ['small', 320],
      ['large', 900],
    ] as const) {
      const thumbnail = await fetch(`${origin}${made[0]?.[size]}`);
      expect(thumbnail.headers.get('content-type')).toBe('image/webp');
      const { width: is } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
      expect(is).toBe(width);
      expect(shot.thumbnails?.[size].width).toBe(width);
    }
    expect(given[0]).toMatchObject({ small: null, large: null });
  });

  it('shows a PDF’s first page where it is, and has the PDF itself saved', async () => {
    const objects = [
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj',
    ];
    const pdf = Buffer.from(`%PDF-1.7\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`);
    const { id } = await upload(ada, pdf, 'bill.pdf');
    const [link] = await links(ada, id);
    const page = await fetch(`${origin}${link?.large}`);
    expect(page.headers.get('content-type')).toBe('image/webp');
    expect(page.headers.get('content-disposition')).toMatch(/^inline; filename="bill\.pdf\.webp"/);
    const { width, height } = await sharp(Buffer.from(await page.arrayBuffer())).metadata();
    expect([width, height]).toEqual([960, 1280]);
    const whole = await fetch(`${origin}${link?.original}`);
    expect(whole.headers.get('content-type')).toBe('application/pdf');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="bill\.pdf"/);
  });

  it('serves ranges', async () => {
    const bytes = Buffer.from('0123456789');
    const file = await upload(ada, bytes);
    const [link] = await links(ada, file.id);
    const range = async (value: string) => {
      const answer = await fetch(`${origin}${link?.original}`, { headers: { range: value } });
      return [answer.status, answer.headers.get('content-range'), await answer.text()];
    };
    expect(await range('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await range('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await range('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await range('bytes=5-500')).toEqual([206, 'bytes 5-9/10', '56789']);
    expect(await range('bytes=10-')).toEqual([416, 'bytes */10', '']);
    expect(await range('bytes=0-1,4-5')).toEqual([200, null, '0123456789']);
    expect(await range('lines=0-1')).toEqual([200, null, '0123456789']);
  });

  it('is for those who may see the file: its conversation’s visitor and the team', async () => {
    const { id, visitor } = await api.conversation();
    const stranger = await api.visitor('other.example.com');
    const file = await upload(ada, Buffer.from('for one visitor'));
    expect(await links(visitor, file.id)).toEqual([]);
    await send(ada, id, [{ id: file.id }]);
    expect(await links(visitor, file.id)).toHaveLength(1);
    expect(await links(stranger, file.id)).toEqual([]);
    expect(await links(await api.signIn('representative'), file.id)).toHaveLength(1);
    const notReady = await announce(ada, 5);
    expect(await links(ada, notReady.attachment.id)).toEqual([]);
  });

  it('is for the one who sees the conversation: outside their scope there is none, and one that they have leads nowhere', async () => {
    const scoped = await api.signInAs({ permissions, scope: 'mine' });
    const { id } = await api.conversation();
    const file = await upload(ada, Buffer.from('zebrafinch'));
    await send(ada, id, [{ id: file.id }]);
    const give = (to: string | null) =>
      api.call('PATCH', `/api/conversations/${id}`, { as: ada, body: { assignedRepresentativeId: to } });
    // Ada's answer has made it hers.
    expect(await links(scoped, file.id)).toEqual([]);
    await give(scoped.user.id);
    const [link] = await links(scoped, file.id);
    const status = async () => (await fetch(`${origin}${link?.original}`)).status;
    expect(await status()).toBe(200);
    await give(ada.user.id);
    expect(await status()).toBe(404);
    expect(await links(scoped, file.id)).toEqual([]);
    // Nor is it theirs to pass on.
    const own = (await api.conversation()).id;
    expect((await send(scoped, own, [{ id: file.id }])).statusCode).toBe(422);
    const exported = await api.call('GET', '/api/export/conversations?files=true', { as: scoped });
    expect(exported.rawPayload.toString('latin1')).not.toContain('zebrafinch');
  });

  it('ends after five minutes, with a word changed, with its owner’s account, and with the conversation', async () => {
    const { id, visitor } = await api.conversation();
    const rita = await api.signIn('representative');
    const file = await upload(rita, Buffer.from('secret'));
    const other = await upload(rita, Buffer.from('another'));
    await send(rita, id, [{ id: file.id }]);
    const [staff] = await links(rita, file.id);
    const [theirs] = await links(visitor, file.id);
    const status = async (url = '') => (await fetch(`${origin}${url}`)).status;
    expect([await status(staff?.original), await status(theirs?.original)]).toEqual([200, 200]);
    expect(await status(staff?.original.replace(file.id, other.id))).toBe(404);
    expect(
      await status(
        staff?.original.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
      ),
    ).toBe(404);
    expect(await status(staff?.original.replace('original', 'small'))).toBe(404);
    const { openLink, linkFiles } = await import('@parley/core/files/links');
    const caller = { kind: 'staff', user: rita.user, sessionId: 'x' } as const;
    const now = Date.now();
    const [made] = await linkFiles(api.context, caller, [file.id], now);
    const link = new URL(made?.original ?? '', origin).searchParams.get('link') ?? '';
    const open = (at: number) =>
      openLink({ ...api.context, external }, { id: file.id, variant: 'original', link }, at).then(
        () => 'open',
        ({ code }) => code,
      );
    expect([await open(now + 290_000), await open(now + 301_000)]).toEqual(['open', 'not_found']);
    await api.context.db.updateTable('users').set({ isActive: false }).where('id', '=', rita.user.id).execute();
    expect([await status(staff?.original), await status(theirs?.original)]).toEqual([404, 200]);
    expect((await api.call('DELETE', `/api/conversations/${id}`, { as: ada })).statusCode).toBe(204);
    expect(await status(theirs?.original)).toBe(404);
  });
});

/** Returns the files in a ZIP archive, by its central directory; nothing in it is compressed. */
function contentsOf(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 24),
      ...[28, 30, 32].map((by) => zip.readUInt16LE(at + by)),
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    found.set(zip.toString('utf8', at + 46, at + 46 + (name ?? 0)), zip.subarray(start, start + size));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}

describe('the export with files', () => {
  const exported = async (as: TestUser) => {
    const answer = await fetch(`${origin}/api/export/conversations?files=true`, { headers: as.headers });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('is an archive of the same document and the files of its messages and notes, by the ids they have there', async () => {
    const admin = await api.signIn('admin');
    const { id } = await api.conversation('Export me');
    const [bill, noted] = [
      await upload(ada, Buffer.from('the bill'), 'bill.txt'),
      await upload(ada, Buffer.from('hush'), 'n.txt'),
    ];
    const removed = await upload(ada, Buffer.from('no more'), 'removed.txt');
    await send(ada, id, [{ id: bill.id }]);
    const { seq } = (await send(ada, id, [{ id: removed.id }])).json();
    await api.call('DELETE', `/api/conversations/${id}/messages/${seq}`, { as: ada });
    await api.call('POST', `/api/conversations/${id}/notes`, {
      as: ada,
      body: { clientNoteId: randomUUID(), attachments: [{ id: noted.id }] },
    });
    const { answer, bytes } = await exported(admin);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/filename="conversations-[\d-]{10}\.zip"/);
    const found = contentsOf(bytes);
    const { conversations } = JSON.parse(found.get('conversations.json')?.toString() ?? '');
    const one = conversations.find((each: { id: string }) => each.id === id);
    expect(one.messages.at(-2).attachments).toMatchObject([{ id: bill.id, name: 'bill.txt' }]);
    expect(one.activities.at(-1)).toMatchObject({ attachmentIds: [noted.id] });
    expect(found.get(`files/${bill.id}/bill.txt`)?.toString()).toBe('the bill');
    expect(found.get(`files/${noted.id}/n.txt`)?.toString()).toBe('hush');
    expect([...found.keys()].join()).not.toContain(removed.id);
  });

  it('goes on without a file that is gone', async () => {
    const admin = await api.signIn('admin');
    const { id } = await api.conversation('Something is missing');
    const [gone, there] = [await upload(ada, Buffer.from('gone')), await upload(ada, Buffer.from('there'))];
    await send(ada, id, [{ id: gone.id }, { id: there.id }]);
    await external.files?.remove(`files/${gone.id}/original`);
    const found = contentsOf((await exported(admin)).bytes);
    expect(found.has(`files/${gone.id}/a.txt`)).toBe(false);
    expect(found.get(`files/${there.id}/a.txt`)?.toString()).toBe('there');
  });
});

it('a message that is removed takes its files along', async () => {
  const { id } = await api.conversation();
  const file = await upload(ada, Buffer.from('not meant for you'));
  const { seq } = (await send(ada, id, [{ id: file.id }])).json();
  await api.call('DELETE', `/api/conversations/${id}/messages/${seq}`, { as: ada });
  await removeDoomedFiles({ ...api.context, external });
  const left: string[] = [];
  for await (const { key } of external.files?.list(`files/${file.id}/`) ?? []) left.push(key);
  expect(left).toEqual([]);
});

it('results for a file that was erased in the meantime are not stored', async () => {
  const { visitor } = await api.conversation();
  const announced = await announce(visitor, 200_000);
  const { id } = announced.attachment;
  let more: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = controller;
      controller.enqueue(randomBytes(100_000));
    },
  });
  const answer = fetch(`${origin}${announced.url}`, {
    method: 'PATCH',
    headers: {
      ...visitor.headers,
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    },
    body,
    duplex: 'half',
  });
  await until(async () => (await bytesAtWork()) > 0);
  await api.context.db.deleteFrom('files').where('id', '=', id).execute();
  more?.enqueue(randomBytes(100_000));
  more?.close();
  expect((await answer).status).toBe(404);
  const left: string[] = [];
  for await (const { key } of external.files?.list(`uploads/${id}/`) ?? []) left.push(key);
  expect(left).toEqual([]);
});

it('erasing a visitor leaves none of their files, nor of those sent to them, in the storage', async () => {
  const { id, visitor } = await api.conversation();
  await api.call('PATCH', '/api/visitor', { as: visitor, body: { email: 'grace.files@example.com' } });
  const [sent, loose] = [await upload(visitor, await picture(), 'me.png'), await announce(visitor, 5)];
  await append(visitor, loose, Buffer.from('part').subarray(0, 3));
  const answer = await upload(ada, Buffer.from('answer'));
  await send(visitor, undefined, [{ id: sent.id }]);
  await send(ada, id, [{ id: answer.id }]);
  const kept = async (): Promise<number> => {
    let count = 0;
    for (const one of [sent.id, loose.attachment.id, answer.id]) {
      for (const folder of ['files', 'uploads']) {
        if (!external.files) throw new Error('no storage');
        for await (const _ of external.files.list(`${folder}/${one}/`)) count += 1;
      }
    }
    return count;
  };
  expect(await kept()).toBe(5);
  const admin = await api.signIn('admin');
  const receipt = await api.call('POST', '/api/privacy/erase', {
    as: admin,
    body: { email: 'grace.files@example.com' },
  });
  expect(receipt.json()).toMatchObject({ files: 3, conversations: 1 });
  expect(await kept()).toBe(0);
  const rows = await api.context.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', [sent.id, loose.attachment.id, answer.id])
    .execute();
  expect(rows).toEqual([]);
});
