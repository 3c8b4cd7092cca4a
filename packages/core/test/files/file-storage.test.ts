/**
 * The promises of every file storage, kept by each: a folder, and a service that speaks S3; a real one too where
 * S3_TEST_* name it (docs/operations.md#a-bucket-of-your-own).
 */
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { filesConfig } from '../../src/storage/config.ts';
import { createFileStorage } from '../../src/storage/create-storage.ts';
import { type FileStorage, ObjectMissing, removeAll, writeObject } from '../../src/storage/storage.ts';
import { type S3Server, startS3 } from '@parley/testing/s3';
import { loadConfig } from '@parley/service/config';
import * as Type from 'typebox';
import { roomChecks } from '../../src/storage/room-check.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  [folder, s3] = await Promise.all([mkdtemp(path.join(tmpdir(), 'parley-storage-')), startS3()]);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

function open(environment: Record<string, string>): FileStorage {
  const storage = createFileStorage(loadConfig(Type.Object(filesConfig), environment));
  if (!storage) throw new Error('no storage');
  return storage;
}

const bucket = (more: Record<string, string> = {}): FileStorage =>
  open({
    FILES_FOLDER: path.join(folder, 'beside'),
    FILES_S3_BUCKET: s3.bucket,
    FILES_S3_ENDPOINT: s3.url,
    FILES_S3_ACCESS_KEY_ID: s3.accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ...more,
  });

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function textOf(storage: FileStorage, key: string): Promise<string> {
  return (await buffer((await storage.read(key)).bytes)).toString();
}

async function keysOf(storage: FileStorage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.toSorted();
}

const real = process.env['S3_TEST_ENDPOINT'];
const realBucket = (more: Record<string, string> = {}): FileStorage =>
  bucket({
    FILES_S3_ENDPOINT: real ?? '',
    FILES_S3_BUCKET: process.env['S3_TEST_BUCKET'] ?? '',
    FILES_S3_REGION: process.env['S3_TEST_REGION'] ?? 'us-east-1',
    FILES_S3_ACCESS_KEY_ID: process.env['S3_TEST_ACCESS_KEY_ID'] ?? '',
    FILES_S3_SECRET_ACCESS_KEY: process.env['S3_TEST_SECRET_ACCESS_KEY'] ?? '',
    ...more,
  });

describe.each([
  ['a folder', () => open({ FILES_FOLDER: path.join(folder, 'kept') })],
  ['S3', () => bucket()],
  ...(real === undefined ? [] : [[`the S3 service at ${real}`, () => realBucket()] as const]),
] as const)('%s', (_kind, make) => {
  let storage: FileStorage;
  beforeAll(() => {
    storage = make();
  });
  afterAll(async () => {
    // Deletes only what this test wrote: files of an installation have other IDs.
    for (const prefix of ['files/one/', 'files/two/', 'uploads/many/', 'uploads/other/'])
      await removeAll(storage, prefix);
    storage.close();
  });

  test('reads what was written, whole and by range, with its size', async () => {
    const bytes = randomBytes(300_000);
    await writeObject(
      storage,
      'files/one/original',
      (async function* () {
        yield bytes.subarray(0, 100_000);
        yield bytes.subarray(100_000);
      })(),
    );
    const whole = await storage.read('files/one/original');
    expect(whole.size).toBe(300_000);
    expect((await buffer(whole.bytes)).equals(bytes)).toBe(true);
    const part = await storage.read('files/one/original', { start: 99_990, end: 100_009 });
    expect(part.size).toBe(300_000);
    expect((await buffer(part.bytes)).equals(bytes.subarray(99_990, 100_010))).toBe(true);
  });

  test('it replaces an object and leaves nothing in its work folder', async () => {
    await writeObject(storage, 'files/two/original', pieces('first'));
    await writeObject(storage, 'files/two/original', pieces('sec', 'ond'));
    expect(await textOf(storage, 'files/two/original')).toBe('second');
    expect(await readdir(storage.workFolder)).toEqual([]);
  });

  test('it stores nothing of a stream that breaks', async () => {
    const broken = async function* () {
      yield Buffer.from('some');
      throw new Error('cut');
    };
    await expect(writeObject(storage, 'files/broken/original', broken())).rejects.toThrow('cut');
    await expect(storage.read('files/broken/original')).rejects.toThrow(ObjectMissing);
    expect(await readdir(storage.workFolder)).toEqual([]);
  });

  test('lists all objects of a prefix with their sizes and times', async () => {
    s3.pageSize = 3;
    const names = Array.from({ length: 8 }, (_, index) => `uploads/many/${String(index).padStart(12, '0')}`);
    for (const [index, key] of names.entries()) await writeObject(storage, key, pieces('x'.repeat(index + 1)));
    await writeObject(storage, 'uploads/other/000000000000', pieces('y'));
    const found = [];
    for await (const each of storage.list('uploads/many/')) found.push(each);
    expect(found.map(({ key }) => key)).toEqual(names);
    expect(found.map(({ size }) => size)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(found.every(({ changedAt }) => Math.abs(Date.now() - changedAt.getTime()) < 600_000)).toBe(true);
    expect(await keysOf(storage, 'nowhere/')).toEqual([]);
  });

  test('it removes one key, all keys of a prefix, and a missing key', async () => {
    await writeObject(storage, 'files/three/original', pieces('1'));
    await writeObject(storage, 'files/three/small', pieces('2'));
    await storage.remove('files/three/small');
    await storage.remove('files/three/small');
    expect(await keysOf(storage, 'files/three/')).toEqual(['files/three/original']);
    await removeAll(storage, 'files/three/');
    expect(await keysOf(storage, 'files/three/')).toEqual([]);
    await expect(storage.read('files/three/original')).rejects.toThrow(ObjectMissing);
  });
});

test('a folder refuses a key that leads out of it', async () => {
  const storage = open({ FILES_FOLDER: path.join(folder, 'kept') });
  await expect(storage.read('../secret')).rejects.toThrow('no key');
  await expect(storage.remove('files/../../secret')).rejects.toThrow('no key');
});

test('a folder reports the space above its reserve', async () => {
  const [all, none] = [
    open({ FILES_FOLDER: path.join(folder, 'kept'), FILES_RESERVE_MB: '0' }),
    open({ FILES_FOLDER: path.join(folder, 'kept'), FILES_RESERVE_MB: '1000000000' }),
  ];
  expect(await all.room()).toBeGreaterThan(0);
  expect(await none.room()).toBe(0);
  await expect(roomChecks(none).files?.()).rejects.toThrow('full');
  await roomChecks(all).files?.();
  expect(roomChecks(null)).toEqual({});
});

test.each(real === undefined ? [] : [real])(
  'the S3 service at %s refuses a caller who signs with another secret',
  async () => {
    const [stranger, owner] = [realBucket({ FILES_S3_SECRET_ACCESS_KEY: 'another-secret' }), realBucket()];
    await expect(writeObject(stranger, 'files/four/original', pieces('x'))).rejects.toThrow(
      /signature|access|denied|forbidden/i,
    );
    await expect(owner.read('files/four/original')).rejects.toThrow(ObjectMissing);
    for (const each of [stranger, owner]) each.close();
  },
);

test('S3 refuses a caller who signs with another secret, and stores nothing', async () => {
  const storage = bucket({ FILES_S3_SECRET_ACCESS_KEY: 'another' });
  const before = s3.refused;
  await expect(writeObject(storage, 'files/four/original', pieces('x'))).rejects.toThrow('SignatureDoesNotMatch');
  expect(s3.refused).toBeGreaterThan(before);
  expect(s3.objects.has('files/four/original')).toBe(false);
  storage.close();
});

test('S3 is addressed by the bucket’s host if the service accepts no other address', async () => {
  s3.wantsBucketInHost = true;
  const { port } = new URL(s3.url);
  // No name server is asked: every name below this one is this machine.
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: unknown, done: (error: null, found: dns.LookupAddress[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as typeof dns.lookup);
  const at = (pathStyle: string) =>
    bucket({ FILES_S3_ENDPOINT: `http://s3.test:${port}`, FILES_S3_PATH_STYLE: pathStyle });
  const [inPath, inHost] = [at('true'), at('false')];
  try {
    await expect(writeObject(inPath, 'files/five/original', pieces('x'))).rejects.toThrow('SecondLevelDomainForbidden');
    await writeObject(inHost, 'files/five/original', pieces('x'));
    expect(await textOf(inHost, 'files/five/original')).toBe('x');
    expect(await keysOf(inHost, 'files/five/')).toEqual(['files/five/original']);
  } finally {
    s3.wantsBucketInHost = false;
    lookup.mockRestore();
    for (const each of [inPath, inHost]) each.close();
  }
});

test('there is no storage without a folder or a bucket', () => {
  expect(createFileStorage(loadConfig(Type.Object(filesConfig), {}))).toBeNull();
});
