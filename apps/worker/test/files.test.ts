/** Files of messages, from their last byte on: checked, told of, kept, and gone. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { defaultVisitorFiles } from '@parley/contracts/messages/attachments';
import type { ServerFrameOf } from '@parley/contracts/frames';
import { Problem } from '@parley/contracts/problems';
import type { StaffCaller } from '@parley/core/callers';
import { checkFile } from '@parley/core/files/check';
import { createFileChecker } from '@parley/core/files/checker';
import { cleanFileName } from '@parley/core/files/file-name';
import { linkFiles, openLink } from '@parley/core/files/links';
import { createReceiver } from '@parley/core/files/receive';
import { partsOf } from '@parley/core/files/parts';
import { requeueTasks } from '@parley/core/maintenance/forgotten';
import { refuseStaleFiles, removeDoomedFiles, removeStrayObjects } from '@parley/core/files/sweep';
import { type FileStorage, refuseFull, writeObject } from '@parley/core/storage/storage';
import { createUpload, readUpload, type UploadCaller } from '@parley/core/files/uploads';
import { postMessage } from '@parley/core/messages/post';
import { applyRetention } from '@parley/core/maintenance/conversations';
import { findFile } from '@parley/db/files/uploads';
import { findUser } from '@parley/db/users/users';
import { updateWebsite } from '@parley/db/websites/websites';
import { deleteConversation } from '@parley/db/conversations/delete';
import { type S3Server, startS3 } from '@parley/testing/s3';
import { freePort, type Service, startService } from '@parley/e2e/process';
import { createMetrics } from '@parley/service/metrics';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { workerMetrics } from '../src/metrics.ts';
import { hostileFiles } from '@parley/testing/files/hostile-files';
import { encryptedPdf, endlessPdf, pdfFile, pixelBombPdf } from '@parley/testing/files/pdf-files';
import { type Installation, startInstallation, until } from './installation.ts';
import { bytesOf, decided, sendBytes, upload } from './uploads.ts';

let installation: Installation;
let rita: StaffCaller;
beforeAll(async () => {
  installation = await startInstallation();
  rita = await colleague(installation);
});
afterAll(() => installation?.close());

async function colleague(on: Installation): Promise<StaffCaller> {
  const { userId } = await on.representative('Rita');
  const user = await findUser(on.context.db, userId);
  if (!user) throw new Error('nobody');
  return { kind: 'staff', user, sessionId: 'none' };
}

async function objectsOf({ context }: Installation, ...ids: string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ids.flatMap((id) => [`files/${id}/`, `uploads/${id}/`])) {
    for await (const { key } of context.external.files?.list(prefix) ?? []) keys.push(key);
  }
  return keys;
}

const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 }, background: '#000' },
  });

describe('a file that has come whole', () => {
  test('it is checked, and who reads its message is told', async () => {
    const talk = await installation.opens('Hello');
    const frames = await installation.frames(`conversation:${talk.conversationId}`);
    const bytes = await photo(1600, 900).jpeg().toBuffer();
    const attachment = await createUpload(installation.context, talk.caller, await theShop(), {
      name: 'x.jpeg',
      size: bytes.length,
    });
    const { message } = await postMessage(
      installation.context,
      talk.caller,
      { conversationId: talk.conversationId },
      { attachments: [{ id: attachment.id }], clientMessageId: randomUUID() },
    );
    expect(message).toMatchObject({ content: '', attachments: [{ state: 'receiving' }] });
    await sendBytes(installation, talk.caller, attachment.id, bytes);
    await decided(installation, talk.caller, attachment.id);
    const received = await until(() => {
      const updates = frames.filter(
        (frame): frame is ServerFrameOf<'attachment_updated'> => frame.type === 'attachment_updated',
      );
      return updates.at(-1)?.attachment.state === 'ready' ? updates : null;
    }, 'the reader to be told');
    expect(received.map(({ seq, attachment: { state } }) => [seq, state])).toEqual([
      [message.seq, 'checking'],
      [message.seq, 'ready'],
    ]);
    expect(received.at(-1)?.attachment).toMatchObject({
      type: 'image/jpeg',
      kind: 'picture',
      width: 1600,
      height: 900,
      thumbnails: { small: { width: 320, height: 180 }, large: { width: 1280, height: 720 } },
    });
    const made = await sharp(await bytesOf(installation, attachment.id, 'large')).metadata();
    expect([made.format, made.width, made.height]).toEqual(['webp', 1280, 720]);
    expect(await objectsOf(installation, attachment.id)).toHaveLength(3);
  });

  test('a photo taken upright is upright, and does not reveal its place', async () => {
    const bytes = await photo(400, 200)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const { id } = await upload(installation, rita, bytes, 'photo.jpg');
    expect(await decided(installation, rita, id)).toMatchObject({ state: 'ready', width: 200, height: 400 });
    const { exif, icc, xmp, orientation } = await sharp(await bytesOf(installation, id)).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: undefined,
    });
  });

  test('a moving picture keeps moving', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const { id } = await upload(installation, rita, bytes, 'moves.gif');
    expect(await decided(installation, rita, id)).toMatchObject({ state: 'ready', width: 40, height: 30 });
    expect((await sharp(await bytesOf(installation, id), { pages: -1 }).metadata()).pages).toBe(3);
    expect((await sharp(await bytesOf(installation, id, 'small')).metadata()).pages ?? 1).toBe(1);
  });

  test.each([
    ['a PDF', 'bill.pdf', Buffer.from('%PDF-1.7\n%%EOF'), 'application/pdf'],
    ['text', 'notes.md', Buffer.from('# Notes\n'), 'text/plain'],
    ['a table', 'rows.csv', Buffer.from('a;b\n1;2\n'), 'text/csv'],
    [
      'sound',
      'a.wav',
      Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'), Buffer.alloc(40)]),
      'audio/wav',
    ],
  ])('a file that is %s is stored as it came', async (_, name, bytes, type) => {
    const { id } = await upload(installation, rita, bytes, name);
    expect(await decided(installation, rita, id)).toMatchObject({ state: 'ready', type, name, thumbnails: null });
    expect((await bytesOf(installation, id)).equals(bytes)).toBe(true);
  });
});

describe('a PDF', () => {
  const drawn = { small: { width: 240, height: 320 }, large: { width: 960, height: 1280 } };

  test('it is kept as it came, beside its first page in the sizes of pictures', async () => {
    const bytes = pdfFile();
    const { id } = await upload(installation, rita, bytes, 'bill.pdf');
    const file = await decided(installation, rita, id);
    expect(file).toMatchObject({ state: 'ready', kind: 'document', width: null, height: null, thumbnails: drawn });
    expect((await bytesOf(installation, id)).equals(bytes)).toBe(true);
    for (const size of ['small', 'large'] as const) {
      const page = sharp(await bytesOf(installation, id, size));
      const { format, width, height } = await page.metadata();
      expect({ format, width, height }).toEqual({ format: 'webp', ...drawn[size] });
      const { data } = await page.removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
      // Red at the lower left, white at the upper right.
      const [red, green, blue] = at(Math.round(width / 4), Math.round(height * 0.85));
      expect(red).toBeGreaterThan(220);
      expect(Math.max(green ?? 255, blue ?? 255)).toBeLessThan(40);
      expect(Math.min(...at(Math.round(width * 0.9), 5))).toBeGreaterThan(240);
    }
  });

  test('a PDF that would run a script looks as it does without', async () => {
    const script = '(var page = this.getPageBox\\(\\); this.addField\\("x", "button", 0, page\\);)';
    const [plain, scripted] = await Promise.all(
      [pdfFile(), pdfFile({ catalogue: `/OpenAction<</S/JavaScript/JS${script}>>` })].map(async (bytes) => {
        const { id } = await upload(installation, rita, bytes, 'a.pdf');
        expect((await decided(installation, rita, id)).thumbnails).toEqual(drawn);
        return bytesOf(installation, id, 'large');
      }),
    );
    expect(scripted).toEqual(plain);
  });

  test.each([
    ['with a page of a billion units', pdfFile({ mediaBox: '0 0 1000000000 1000000000' }), null],
    ['with a page of nothing', pdfFile({ mediaBox: '0 0 0 0', pages: 0 }), null],
    ['with a page like a thread', pdfFile({ mediaBox: '0 0 1 10000' }), null],
    ['that needs a password', encryptedPdf(), null],
    ['that is cut off in the middle', pdfFile().subarray(0, 150), null],
    ['of a hundred thousand pages', pdfFile({ pages: 100_000 }), drawn],
    ['that says wrongly where its objects are', pdfFile({ isBroken: true }), drawn],
  ])('%s is kept, with its first page where there is one to show', async (_, bytes, thumbnails) => {
    const { id } = await upload(installation, rita, bytes, 'odd.pdf');
    expect(await decided(installation, rita, id)).toMatchObject({
      state: 'ready',
      type: 'application/pdf',
      thumbnails,
    });
  });

  test('a PDF with a picture of a billion pixels is stored, whether or not its page could be drawn within the limits', async () => {
    const bytes = pixelBombPdf();
    const { id } = await upload(installation, rita, bytes, 'bomb.pdf');
    expect(await decided(installation, rita, id)).toMatchObject({ state: 'ready', type: 'application/pdf' });
    expect((await bytesOf(installation, id)).equals(bytes)).toBe(true);
  });
});

describe('an upload', () => {
  const call = (offset: number, body: Readable) => ({
    method: 'PATCH' as const,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': `${offset}`,
      'content-type': 'application/offset+octet-stream',
    },
    body,
  });
  const offsetOf = async (context: Installation['context'], id: string): Promise<number> =>
    Number(
      (await createReceiver(context)(rita, id, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).headers[
        'upload-offset'
      ],
    );

  test('cut at any byte goes on behind it', async () => {
    const bytes = Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789');
    for (let cut = 0; cut < bytes.length; cut += 1) {
      const { id } = await createUpload(installation.context, rita, null, { name: 'cut.txt', size: bytes.length });
      const broken = Readable.from(
        (async function* () {
          yield bytes.subarray(0, Math.ceil(cut / 2));
          yield bytes.subarray(Math.ceil(cut / 2), cut);
          throw new Error('The client has gone.');
        })(),
      );
      await expect(createReceiver(installation.context)(rita, id, call(0, broken))).rejects.toBeInstanceOf(Problem);
      const offset = await offsetOf(installation.context, id);
      expect(offset).toBeLessThanOrEqual(cut);
      await createReceiver(installation.context)(rita, id, call(offset, Readable.from([bytes.subarray(offset)])));
      expect(await decided(installation, rita, id)).toMatchObject({ state: 'ready', size: bytes.length });
      expect((await bytesOf(installation, id)).equals(bytes)).toBe(true);
    }
  });

  test('an upload that never ends is ended at its size', async () => {
    const { id } = await createUpload(installation.context, rita, null, { name: 'endless.txt', size: 1_000 });
    let given = 0;
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          given += 1;
          yield Buffer.alloc(100, 'x');
        }
      })(),
    );
    await expect(createReceiver(installation.context)(rita, id, call(0, endless))).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(given).toBeLessThan(1_000);
    const { files: storage } = installation.context.external;
    if (!storage) throw new Error('no storage');
    let kept = 0;
    for await (const { size } of storage.list(`uploads/${id}/`)) kept += size;
    expect(kept).toBeLessThanOrEqual(1_000);
  });

  test('an upload onto a full disk keeps what had come, is refused until there is room, and then goes on', async () => {
    const { files } = installation.context.external;
    if (!files) throw new Error('no storage');
    let isFull = false;
    const disk: FileStorage = {
      ...files,
      put: (key, file) =>
        isFull
          ? Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })).catch(refuseFull)
          : files.put(key, file),
    };
    const context = { ...installation.context, external: { ...installation.context.external, files: disk } };
    const { id } = await createUpload(context, rita, null, { name: 'full.txt', size: 10 });
    await createReceiver(context)(rita, id, call(0, Readable.from([Buffer.from('first')])));
    isFull = true;
    const rest = () => createReceiver(context)(rita, id, call(5, Readable.from([Buffer.from(' then')])));
    await expect(rest()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 300 });
    const talk = await installation.opens('Can you read me?');
    expect(await talk.messages()).toHaveLength(1);
    expect(await offsetOf(context, id)).toBe(5);
    isFull = false;
    await rest();
    expect(await decided(installation, rita, id)).toMatchObject({ state: 'ready' });
    expect((await bytesOf(installation, id)).toString()).toBe('first then');
  });
});

test('the metrics show how much room there is, and 0 when new files are refused', async () => {
  expect(await installation.metrics.registry.metrics()).toMatch(/^parley_file_storage_room_bytes\S* [1-9]/m);
  const { files } = installation.context.external;
  if (!files) throw new Error('no storage');
  const metrics = createMetrics('worker');
  workerMetrics(metrics, {
    ...installation.context,
    external: { files: { ...files, room: () => Promise.resolve(0) } },
  });
  expect(await metrics.registry.metrics()).toMatch(/^parley_file_storage_room_bytes\S* 0$/m);
});

async function theShop() {
  const { findWebsite } = await import('@parley/db/websites/websites');
  return (await findWebsite(installation.context.db, installation.websiteId)) ?? null;
}

test('every file of the corpus is refused with a reason, or made harmless', { timeout: 300_000 }, async () => {
  const corpus = await hostileFiles();
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  const secret = Buffer.from('evil.example');
  const wrong: string[] = [];
  for (const { about, name, bytes, becomes } of corpus) {
    const { id } = await upload(installation, rita, bytes, name);
    const file = await decided(installation, rita, id);
    const expected =
      'refused' in becomes
        ? file.state === 'refused' && file.reason === becomes.refused
        : file.state === 'ready' &&
          file.type === becomes.type &&
          file.name === (becomes.name ?? cleanFileName(name)) &&
          String(file.activeContent) === String(becomes.activeContent);
    if (!expected) wrong.push(`${about}: ${JSON.stringify(file)}`);
    if (file.state === 'refused') {
      await until(async () => (await objectsOf(installation, id)).length === 0, `nothing of ${about} to be kept`);
    }
    // A displayable picture holds nothing but pixels.
    if (file.kind === 'picture') {
      const made = await bytesOf(installation, id);
      if (
        [secret, Buffer.from('<script'), Buffer.from('<?php'), Buffer.from('home address')].some((each) =>
          made.includes(each),
        )
      )
        wrong.push(`${about}: it came through`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a visitor’s file with active content is marked for the team, or refused by the website’s setting', async () => {
  const talk = await installation.opens('Hello');
  const scripted = pdfFile({ catalogue: '/OpenAction<</S/JavaScript/JS(1)>>' });
  const sent = async (caller: UploadCaller, bytes: Buffer) =>
    decided(installation, caller, (await upload(installation, caller, bytes, 'bill.pdf')).id);
  expect(await sent(talk.caller, scripted)).toMatchObject({ state: 'ready', activeContent: ['script'] });
  expect(await sent(talk.caller, pdfFile())).not.toHaveProperty('activeContent');
  await updateWebsite(installation.context.db, installation.websiteId, {
    files: { ...defaultVisitorFiles, activeContent: 'refuse' },
  });
  expect(await sent(talk.caller, scripted)).toMatchObject({ state: 'refused', reason: 'active_content' });
  expect(await sent(talk.caller, pdfFile())).toMatchObject({ state: 'ready' });
  // The team’s own are marked alone.
  expect(await sent(rita, scripted)).toMatchObject({ state: 'ready', activeContent: ['script'] });
  await updateWebsite(installation.context.db, installation.websiteId, { files: defaultVisitorFiles });
});

describe('the process that looks into files', () => {
  const program = path.join(import.meta.dirname, 'fixtures');

  test('it is ended when a page takes without end to draw, and the next file meets a fresh one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-checker-'));
    const checker = createFileChecker({ timeoutMs: 20_000 });
    const impatient = createFileChecker({ timeoutMs: 1_000 });
    const [endless, plain] = [path.join(folder, 'endless'), path.join(folder, 'plain')];
    await writeFile(endless, endlessPdf());
    await writeFile(plain, pdfFile());
    expect(await impatient.drawFirstPage({ pdf: endless, folder })).toBeNull();
    const content = { file: plain, name: 'a.pdf', kinds: ['document'], folder } as const;
    expect(await checker.check(content)).toMatchObject({ outcome: 'ready', type: 'application/pdf' });
    expect(await checker.drawFirstPage({ pdf: plain, folder })).toMatchObject({ small: { width: 240, height: 320 } });
    await Promise.all([checker.close(), impatient.close()]);
    await rm(folder, { recursive: true });
  });

  test('it is ended when a file takes too long, and the next meets a fresh one', async () => {
    const checker = createFileChecker({ timeoutMs: 200, program: path.join(program, 'silent-checker.ts') });
    const task = { file: '/nowhere', name: 'a', kinds: ['picture'], folder: '/nowhere' } as const;
    expect(await checker.check(task)).toEqual({ outcome: 'refused', reason: 'unreadable' });
    expect(await checker.check(task)).toEqual({ outcome: 'refused', reason: 'unreadable' });
    await checker.close();
  });

  test('it sees nothing of the worker’s environment', async () => {
    process.env['PARLEY_TEST_SECRET'] = 'secret';
    const checker = createFileChecker({ program: path.join(program, 'telling-checker.ts') });
    const answer = await checker.check({ file: '', name: '', kinds: [], folder: '' });
    expect(JSON.stringify(answer)).not.toContain('PARLEY_TEST_SECRET');
    expect(answer).toMatchObject({ kind: 'document' });
    await checker.close();
  });
});

describe('the virus scanner', () => {
  let scanner: Server;
  let scanned: Installation;
  let verdict: string | null;
  const open = new Set<Socket>();
  beforeAll(async () => {
    scanner = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => open.delete(socket));
      let got = Buffer.alloc(0);
      socket.on('data', (piece) => {
        got = Buffer.concat([got, Buffer.from(piece)]);
        if (!got.subarray(-4).equals(Buffer.alloc(4))) return;
        if (verdict === null) return void socket.destroy();
        const isFound = got.includes('EICAR');
        socket.end(`stream: ${isFound ? 'Eicar-Test-Signature FOUND' : verdict}\0`);
      });
    });
    scanner.listen(0, '127.0.0.1');
    await once(scanner, 'listening');
    const address = scanner.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    scanned = await startInstallation({ env: { CLAMAV_URL: `tcp://127.0.0.1:${address.port}` } });
  });
  afterAll(async () => {
    await scanned?.close();
    for (const socket of open) socket.destroy();
    scanner.close();
  });

  test('a file it finds something in is refused, another gets through', async () => {
    verdict = 'OK';
    const who = await colleague(scanned);
    const [bad, good] = [
      await upload(scanned, who, Buffer.from('EICAR test')),
      await upload(scanned, who, Buffer.from('fine')),
    ];
    expect(await decided(scanned, who, bad.id)).toMatchObject({ state: 'refused', reason: 'infected' });
    expect(await decided(scanned, who, good.id)).toMatchObject({ state: 'ready' });
  });

  test('an unreachable scanner keeps files waiting, and they get through once it is there, without a new start', async () => {
    verdict = 'OK';
    const who = await colleague(scanned);
    const port = scanner.address();
    await new Promise((closed) => scanner.close(closed));
    const { id } = await upload(scanned, who, Buffer.from('fine'));
    const tries = vi.spyOn(scanned.context.log, 'warn');
    await until(
      () => tries.mock.calls.some(([, words]) => words === 'a dependency is away; the job waits'),
      'the job to wait',
    );
    expect(await readUpload(scanned.context, who, id)).toMatchObject({ state: 'checking' });
    scanner.listen(port);
    await once(scanner, 'listening');
    expect(await decided(scanned, who, id)).toMatchObject({ state: 'ready' });
  });

  test('a file that could not be checked for a day is refused as such', async () => {
    verdict = 'OK';
    const who = await colleague(scanned);
    const { id } = await createUpload(scanned.context, who, null, { name: 'a.txt', size: 1 });
    await sql`update files set state = 'checking', updated_at = now() - interval '25 hours' where id = ${id}`.execute(
      scanned.context.db,
    );
    await refuseStaleFiles(scanned.context);
    expect(await readUpload(scanned.context, who, id)).toMatchObject({ state: 'refused', reason: 'unchecked' });
  });

  test.each([
    ['hangs up', null],
    ['gives no verdict', 'INSTREAM size limit exceeded. ERROR'],
  ])('a scanner that %s lets nothing through', async (_, words) => {
    verdict = words;
    const who = await colleague(scanned);
    const { id } = await upload(scanned, who, Buffer.from('fine'));
    expect(await decided(scanned, who, id)).toMatchObject({ state: 'refused', reason: 'unchecked' });
    expect(await objectsOf(scanned, id)).toEqual([`uploads/${id}/000000000000`]);
  });
});

describe('a crash', () => {
  let s3: S3Server;
  let house: Installation;
  let workers: Service[] = [];
  beforeAll(async () => {
    s3 = await startS3();
    house = await startInstallation({
      worker: false,
      env: {
        FILES_S3_BUCKET: s3.bucket,
        FILES_S3_ENDPOINT: s3.url,
        FILES_S3_ACCESS_KEY_ID: s3.accessKeyId,
        FILES_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      },
    });
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
    workers = [];
  });
  afterAll(async () => {
    await house?.close();
    await s3.close();
  });
  const startOne = async (): Promise<Service> => {
    const worker = await startService('worker', 'apps/worker', await freePort(), {
      ...house.env,
      LOG_LEVEL: 'error',
      JOB_LOCK_SECONDS: '2',
    });
    workers.push(worker);
    return worker;
  };

  test('a worker killed while checking leaves no file behind: another decides it, once', {
    timeout: 240_000,
  }, async () => {
    const who = await colleague(house);
    const bytes = await photo(3000, 2000).jpeg().toBuffer();
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push((await upload(house, who, bytes, 'photo.jpg')).id);
    const bill = await upload(house, who, pdfFile(), 'bill.pdf');
    const first = await startOne();
    // It has begun, and is not through.
    await until(() => [...s3.objects.keys()].some((key) => key.startsWith('files/')), 'the first file to be kept', 120);
    await first.stop('SIGKILL');
    await startOne();
    for (const id of ids) {
      const file = await until(
        async () => {
          const found = await readUpload(house.context, who, id);
          return found.state === 'ready' ? found : null;
        },
        'every file to be ready',
        120,
      );
      expect(file).toMatchObject({ width: 3000, height: 2000 });
      await until(async () => (await objectsOf(house, id)).length === 3, 'nothing but the file to be kept', 120);
    }
    // Drawn by the worker as its image has it.
    await until(async () => (await readUpload(house.context, who, bill.id)).thumbnails !== null, 'its page', 120);
  });

  test('a worker killed right after its decision leaves no part of the upload: the job that runs again removes it', async () => {
    const storage = installation.context.external.files;
    if (!storage) throw new Error('no storage');
    const { id } = await upload(installation, rita, Buffer.from('decided'));
    await decided(installation, rita, id);
    await until(async () => (await objectsOf(installation, id)).length === 1, 'the end of the check');
    await writeObject(storage, `${partsOf(id)}0`, Readable.from([Buffer.from('decided')]));
    const fileChecker = createFileChecker();
    expect(await checkFile({ ...installation.context, fileChecker }, id)).toBeNull();
    await fileChecker.close();
    expect(await objectsOf(installation, id)).toEqual([`files/${id}/original`]);
  });

  test('files wait while the storage is down, and get through when it is back', { timeout: 240_000 }, async () => {
    const who = await colleague(house);
    const { id } = await upload(house, who, Buffer.from('patience'));
    s3.isAway = true;
    await startOne();
    const refused = createUpload(house.context, who, null, { name: 'a', size: 4 }).then(({ id: other }) =>
      sendBytes(house, who, other, Buffer.from('more')),
    );
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    // However long it lasts: what a dependency keeps from being done is no failure of the file's.
    const check = checkFile({ ...house.context, fileChecker: createFileChecker() }, id);
    await expect(check).rejects.toMatchObject({ dependency: 'files' });
    expect((await readUpload(house.context, who, id)).state).toBe('checking');
    s3.isAway = false;
    expect(
      await until(async () => (await readUpload(house.context, who, id)).state === 'ready', 'it to get through', 120),
    ).toBe(true);
    const [made] = await linkFiles(house.context, who, [id]);
    const link = new URL(made?.original ?? '', 'http://localhost').searchParams.get('link') ?? '';
    const opened = await openLink(house.context, { id, variant: 'original', link });
    s3.isAway = true;
    await expect(opened.read()).rejects.toMatchObject({ code: 'unavailable', dependency: 'files' });
    s3.isAway = false;
    expect((await buffer((await opened.read()).bytes)).toString()).toBe('patience');
  });

  test('a file with its last byte or job forgotten is found by the sweep', async () => {
    const who = await colleague(house);
    const { context } = house;
    const [unmentioned, jobless] = [
      await upload(house, who, Buffer.from('one')),
      await upload(house, who, Buffer.from('two')),
    ];
    await context.queues.queue('files').obliterate({ force: true });
    await sql`update files set state = 'receiving' where id = ${unmentioned.id}`.execute(context.db);
    await sql`update files set updated_at = now() - interval '2 minutes'
      where id in (${unmentioned.id}, ${jobless.id})`.execute(context.db);
    await requeueTasks['requeue-files'].run(context);
    expect((await readUpload(context, who, unmentioned.id)).state).toBe('checking');
    const jobs = await context.queues.queue('files').getJobs(['waiting', 'active', 'delayed', 'prioritized']);
    expect(jobs.map(({ data }) => data.fileId)).toEqual(expect.arrayContaining([unmentioned.id, jobless.id]));
  });
});

describe('files that nobody can see', () => {
  test('files of a deleted conversation, uploads of yesterday, and cancelled ones are removed', async () => {
    const talk = await installation.opens('Hello');
    const { context } = installation;
    const [sent, old, kept] = [
      await upload(installation, rita, Buffer.from('sent')),
      await upload(installation, rita, Buffer.from('old')),
      await upload(installation, rita, Buffer.from('kept')),
    ];
    for (const { id } of [sent, old, kept]) await decided(installation, rita, id);
    await postMessage(context, rita, { conversationId: talk.conversationId }, { attachments: [{ id: sent.id }] });
    await sql`update files set updated_at = now() - interval '25 hours' where id in (${old.id}, ${sent.id})`.execute(
      context.db,
    );
    await removeDoomedFiles(context);
    expect(await objectsOf(installation, old.id)).toEqual([]);
    expect(await objectsOf(installation, sent.id, kept.id)).toHaveLength(2);
    await deleteConversation(context.db, talk.conversationId);
    await removeDoomedFiles(context);
    expect(await objectsOf(installation, sent.id)).toEqual([]);
    expect(await objectsOf(installation, kept.id)).toHaveLength(1);
    await expect(readUpload(context, rita, sent.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('files of a conversation past the chosen retention are removed', async () => {
    const { context } = installation;
    const [old, young] = [await installation.opens('Hello'), await installation.opens('Hello')];
    const files = [];
    for (const { caller, conversationId } of [old, young]) {
      const { id } = await upload(installation, caller, await photo(60, 40).png().toBuffer(), 'shot.png');
      await decided(installation, caller, id);
      const draft = { attachments: [{ id }], clientMessageId: randomUUID() };
      await postMessage(context, caller, { conversationId }, draft);
      files.push(id);
    }
    const [oldFile = '', youngFile = ''] = files;
    for (const [{ conversationId }, days] of [
      [old, 31],
      [young, 29],
    ] as const) {
      await sql`update conversations set status = 'closed', closed_at = now() - make_interval(days => ${days})
        where id = ${conversationId}`.execute(context.db);
    }
    await installation.set('dataConfig', { retention: '30d' });
    expect(await applyRetention(context)).toBe(1);
    await installation.set('dataConfig', { retention: 'never' });
    await removeDoomedFiles(context);
    expect(await objectsOf(installation, oldFile)).toEqual([]);
    expect(await objectsOf(installation, youngFile)).toHaveLength(3);
    expect(await findFile(context.db, oldFile)).toBeUndefined();
  });

  test('an object that no file is known of goes after a day', async () => {
    const storage = installation.context.external.files;
    if (!storage) throw new Error('no storage');
    const { utimes } = await import('node:fs/promises');
    const [old, young, known] = [
      randomUUID(),
      randomUUID(),
      (await upload(installation, rita, Buffer.from('known'))).id,
    ];
    await decided(installation, rita, known);
    for (const id of [old, young])
      await writeObject(storage, `files/${id}/original`, Readable.from([Buffer.from('x')]));
    const folder = installation.env['FILES_FOLDER'] ?? '';
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    for (const id of [old, known]) await utimes(path.join(folder, 'files', id, 'original'), yesterday, yesterday);
    expect(await removeStrayObjects(installation.context)).toBe(1);
    expect(await objectsOf(installation, old, young, known)).toEqual([
      `files/${young}/original`,
      `files/${known}/original`,
    ]);
  });
});
