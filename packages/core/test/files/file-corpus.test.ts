/** Files that people send, and files made to do harm: what becomes of each. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileKinds } from '@parley/contracts/messages/attachments';
import { createFileChecker, type CheckAnswer } from '../../src/files/checker.ts';
import { cleanFileName, nameOfType } from '../../src/files/file-name.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { activeFiles } from '@parley/testing/files/active-files';
import { benignFiles } from '@parley/testing/files/benign-files';
import { box } from '@parley/testing/files/boxes';

const checker = createFileChecker();
afterAll(() => checker.close());

/** The answer of the process that looks into files, and the bytes that are kept. */
async function look(bytes: Buffer, name: string): Promise<{ answer: CheckAnswer; kept: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'corpus-'));
  try {
    const file = path.join(folder, 'copy');
    await writeFile(file, bytes);
    const answer = await checker.check({ file, name: cleanFileName(name), kinds: fileKinds, folder });
    const isChanged = answer.outcome === 'ready' && answer.isChanged;
    return { answer, kept: isChanged ? await readFile(path.join(folder, 'original')) : bytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('harmless files', () => {
  test.each(benignFiles)('$about is stored as it was sent', async ({ name, bytes, type, keptAs = name }) => {
    const { answer, kept } = await look(bytes, name);
    expect(answer).toMatchObject({ outcome: 'ready', type });
    expect(kept.equals(bytes)).toBe(true);
    expect(nameOfType(cleanFileName(name), type)).toBe(keptAs);
  });
});

describe('a film as browsers record it', () => {
  const track = (handler: string): Buffer => box('trak', box('mdia', box('hdlr', 0, 0, handler, Buffer.alloc(12))));
  const mp4 = (...handlers: string[]): Buffer =>
    Buffer.concat([box('ftyp', 'isom', 0, 'isomiso2mp41'), box('moov', ...handlers.map(track))]);
  const webm = (...codecs: string[]): Buffer =>
    Buffer.concat([
      Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102', 'hex'),
      ...codecs.map((codec) => Buffer.concat([Buffer.from([0x86, 0x80 | codec.length]), Buffer.from(codec)])),
      Buffer.alloc(100, 1),
    ]);

  test.each([
    ['sound in MP4', mp4('soun'), 'audio/mp4', 'Voice.m4a'],
    ['pictures and sound in MP4', mp4('soun', 'vide'), 'video/mp4', 'Voice.mp4'],
    ['sound in WebM', webm('A_OPUS'), 'audio/webm', 'Voice.weba'],
    ['pictures and sound in WebM', webm('V_VP9', 'A_OPUS'), 'video/webm', 'Voice.webm'],
  ])('is %s by its tracks, whatever it is called', async (_about, bytes, type, keptAs) => {
    const { answer } = await look(bytes, 'Voice');
    expect(answer).toMatchObject({ outcome: 'ready', type });
    expect(nameOfType('Voice', type)).toBe(keptAs);
  });
});

const place = '+53.5461+009.9661/';

describe('the position in a film or photo', () => {
  const head = box('ftyp', 'isom', 0, 'isomiso2mp41');
  const pixels = box('mdat', Buffer.alloc(200, 5));
  const header = box('mvhd', Buffer.alloc(100));
  const data = (text: string): Buffer => box('data', 1, 0, text);
  const keyed = (name: string): Buffer => box('mdta', name);
  const handler = box('hdlr', 0, 0, 'mdta', Buffer.alloc(12));
  const metadata = [
    handler,
    box('keys', 0, 2, keyed('com.apple.quicktime.make'), keyed('com.apple.quicktime.location.ISO6709')),
    box('ilst', box('\0\0\0\u0001', data('Apple')), box('\0\0\0\u0002', data(place))),
  ];
  const xmp = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
  const telemetry = (offset: number): Buffer =>
    box(
      'trak',
      box(
        'mdia',
        box(
          'minf',
          box(
            'stbl',
            box('stsd', 0, 1, box('gpmd', Buffer.alloc(8))),
            box('stsz', 0, 0, 2, 9, 9),
            box('stsc', 0, 1, 1, 2, 1),
            box('stco', 0, 1, offset),
          ),
        ),
      ),
    );
  const films: [about: string, film: Buffer][] = [
    ['in user data of QuickTime', Buffer.concat([head, box('moov', header, box('udta', box('\u00a9xyz', place)))])],
    ['in user data of 3GPP', Buffer.concat([head, box('moov', header, box('udta', box('loci', 0, place)))])],
    ['of one track', Buffer.concat([head, box('moov', header, box('trak', box('udta', box('\u00a9xyz', place))))])],
    ['in metadata of QuickTime', Buffer.concat([head, box('moov', header, box('meta', ...metadata))])],
    ['in metadata of MP4', Buffer.concat([head, box('moov', header, box('meta', 0, ...metadata))])],
    ['in an XMP packet', Buffer.concat([head, box('uuid', xmp, `<x:xmpmeta exif:GPSLatitude="${place}"/>`)])],
    [
      'in the samples of a track',
      Buffer.concat([head, box('mdat', place), box('moov', header, telemetry(head.length + 8))]),
    ],
  ];

  test.each(films)('%s is removed from a film', async (_, film) => {
    const bytes = Buffer.concat([film, pixels]);
    const { answer, kept } = await look(bytes, 'film.mp4');
    expect(answer).toMatchObject({ outcome: 'ready', type: 'video/mp4', isChanged: true });
    expect(bytes.includes(place)).toBe(true);
    expect(kept.includes(place)).toBe(false);
    // Every offset stays true, and the pixels stay what they were.
    expect(kept).toHaveLength(bytes.length);
    expect(kept.subarray(-pixels.length).equals(pixels)).toBe(true);
    expect(kept.includes('Apple')).toBe(bytes.includes('Apple'));
  });

  test('it is removed from a HEIC photo, which keeps its pixels', async () => {
    const exif = `Exif\0\0MM\0*${place}`;
    const start = box('ftyp', 'heic', 0, 'mif1heic');
    const meta = (at: number): Buffer =>
      box(
        'meta',
        0,
        box('hdlr', 0, 0, 'pict', Buffer.alloc(12)),
        box('iinf', 0, Buffer.from([0, 1]), box('infe', 0x02000000, Buffer.from([0, 7, 0, 0]), 'Exif\0')),
        box('iloc', 0, Buffer.from([0x44, 0, 0, 1, 0, 7, 0, 0, 0, 1]), at, exif.length),
      );
    const at = start.length + meta(0).length + 8;
    const bytes = Buffer.concat([start, meta(at), box('mdat', exif, 'pixels')]);
    const { answer, kept } = await look(bytes, 'photo.heic');
    expect(answer).toMatchObject({ type: 'image/heic', kind: 'picture', picture: null, isChanged: true });
    expect(kept.includes(place)).toBe(false);
    expect(kept.includes('pixels')).toBe(true);
    expect(kept).toHaveLength(bytes.length);
  });

  test('it is looked for to the end of the file where boxes give a wrong size', async () => {
    const liar = box('moov', header, box('udta', box('\u00a9xyz', place)));
    for (const size of [0, 1, 7, 0x7fffffff, 0xffffffff]) {
      const bytes = Buffer.concat([head, liar]);
      bytes.writeUInt32BE(size, head.length);
      expect((await look(bytes, 'film.mp4')).answer).toMatchObject({ outcome: 'ready', type: 'video/mp4' });
    }
  });
});

describe('files that could do harm', () => {
  test.each(activeFiles)('$about is refused, or marked with its active content', async ({ name, bytes, becomes }) => {
    const { answer, kept } = await look(bytes, name);
    expect(answer.outcome === 'refused' ? answer.reason : answer.activeContent.toSorted()).toEqual(becomes);
    expect(kept.equals(bytes)).toBe(true);
  });
});
