/**
 * Files beside what one would put together first, in one run: `npm run bench -- files` (some four minutes; `--write` puts
 * the tables into bench/results.md). BENCH_UPLOADS, BENCH_WAVES, BENCH_PHOTOS and BENCH_MESSAGES for less.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { databaseOf } from '../api/databases.ts';
import { median } from '../api/measure.ts';
import { environment, start } from '../api/server.ts';
import { signedIn } from '../api/sessions.ts';
import { circumstances, writePart } from '../page.ts';
import { parleySide, plainSide, type Side } from './client.ts';
import { messageCosts } from './messages.ts';

const amount = (name: string, usual: number): number => Number(process.env[`BENCH_${name}`] ?? usual);
const uploads = amount('UPLOADS', 100);
const waves = amount('WAVES', 3);
const photos = amount('PHOTOS', 40);
const messages = amount('MESSAGES', 400);

/** Sound: looked into, and kept as it is. */
function sound(bytes: number): Buffer {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  head.writeUInt32LE(bytes - 8, 4);
  head.writeUInt32LE(bytes - head.length, 40);
  return Buffer.concat([head, randomBytes(bytes - head.length)]);
}

/** 12 megapixels with the detail of a photo, some 4 MB. */
async function photo(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const noise = (across: number, sigma: number) =>
    sharp({
      create: {
        width: across,
        height: Math.round((across * height) / width),
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma },
        background: '#000',
      },
    });
  const shapes = await noise(60, 90).png().toBuffer();
  const grain = await noise(width, 6).png().toBuffer();
  return sharp(shapes)
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

interface Wave {
  seconds: number;
  /** Resident megabytes by process: the middle and the most while it lasted. */
  memory: Record<string, { middle: number; most: number }>;
}

/** Sends many files at once, and returns the memory of the processes during that; children count apart. */
async function wave(side: Side, bytes: Buffer): Promise<Wave> {
  const seen: Record<string, number[]> = {};
  const look = (): void => {
    for (const [name, server] of Object.entries(side.processes)) {
      (seen[name] ??= []).push(server.memory().now);
      const children = server.childrenMemory();
      if (children > 0) (seen[`${name}’s checkers`] ??= []).push(children);
    }
  };
  const watching = setInterval(look, 50);
  const began = performance.now();
  await Promise.all(Array.from({ length: uploads }, (_, index) => side.send(bytes, `sound ${index}.wav`)));
  const seconds = (performance.now() - began) / 1000;
  look();
  clearInterval(watching);
  const memory = Object.entries(seen).map(([name, values]) => [
    name,
    { middle: median(values), most: Math.max(...values) },
  ]);
  return { seconds, memory: Object.fromEntries(memory) };
}

const at = (share: number, values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-files-'));
const database = await databaseOf({ conversations: 1_000, messages: 3_000 });
const env = {
  ...environment(database.url),
  FILES_FOLDER: path.join(folder, 'ours'),
  // Their ports for metrics would be the same.
  METRICS_PORT: '0',
};
const [api, worker, plain] = [
  await start('apps/api/src/main.ts', env),
  await start('apps/worker/src/main.ts', env),
  await start('bench/files/plain.ts', { FILES_FOLDER: path.join(folder, 'plain') }),
];
try {
  const sides = {
    plain: plainSide(plain),
    ours: parleySide({ api, worker }, database.db, await signedIn(database.db, env, 10)),
  };
  const five = sound(5 * 1024 * 1024);
  const shot = await photo();
  // Warm, as they are when it matters.
  for (const side of Object.values(sides)) for (const bytes of [five, shot, shot]) await side.send(bytes, 'warm');
  const rested = Object.values(sides).flatMap(({ processes }) =>
    Object.entries(processes).map(([name, server]) => [name, server.memory().now] as const),
  );

  const found: Record<keyof typeof sides, Wave[]> = { plain: [], ours: [] };
  for (let n = 0; n < waves; n += 1) {
    for (const side of ['plain', 'ours'] as const) found[side].push(await wave(sides[side], five));
  }
  const times: Record<keyof typeof sides, number[]> = { plain: [], ours: [] };
  for (let n = 0; n < photos; n += 1) {
    for (const side of ['plain', 'ours'] as const) {
      const began = performance.now();
      await sides[side].send(shot, 'photo.jpg');
      times[side].push(performance.now() - began);
    }
  }
  const costs = await messageCosts(database.url, messages);

  const whole = (value: number | undefined): string => (value === undefined ? '' : String(Math.round(value)));
  const seconds = (side: keyof typeof sides): number => median(found[side].map((each) => each.seconds));
  const names = [...new Set(Object.values(found).flatMap((list) => list.flatMap(({ memory }) => Object.keys(memory))))];
  const memoryRows = names.map((name) => {
    const before = rested.find(([each]) => each === name)?.[1];
    const each = Object.values(found)
      .flat()
      .flatMap(({ memory }) => (memory[name] ? [`${whole(memory[name].middle)} / ${whole(memory[name].most)}`] : []));
    return `| ${name} | ${whole(before)} | ${each.join(' | ')} |`;
  });
  const megabytes = (uploads * five.length) / 1024 / 1024;
  const ms = (value: number): string => value.toFixed(2);
  const { stored, statements, namesFiles, read } = costs;
  const text = [
    `${circumstances()}. The plain side is \`@tus/server\` with its file store and sharp in one process; it asks nobody whether the sender may, checks no quota, keeps no state, and whatever is in a file happens in the process that serves everybody. The sides take turns.`,
    '',
    `${uploads} uploads of 5 MB at once (${whole(megabytes)} MB), until each is checked: Parley ${seconds('ours').toFixed(1)} s, plain ${seconds('plain').toFixed(1)} s (${(seconds('ours') / seconds('plain')).toFixed(2)} ×). Resident memory in MB, the middle and the most of each wave:`,
    '',
    `| | before | ${found.ours.map((_, index) => `wave ${index + 1}`).join(' | ')} |`,
    `| --- | --- | ${found.ours.map(() => '---').join(' | ')} |`,
    ...memoryRows,
    '',
    `| a photo of 12 megapixels (${(shot.length / 1024 / 1024).toFixed(1)} MB), from its first byte to its thumbnails | p50 | p95 |`,
    '| --- | --- | --- |',
    `| plain | ${whole(at(0.5, times.plain))} ms | ${whole(at(0.95, times.plain))} ms |`,
    `| Parley | ${whole(at(0.5, times.ours))} ms | ${whole(at(0.95, times.ours))} ms (goal: 1000 ms) |`,
    '',
    `| Postgres alone, ${messages} of each in turns | median | statements |`,
    '| --- | --- | --- |',
    `| the least that stores a message | ${ms(stored.bare)} ms | 1 |`,
    `| a message without files, with all that goes with it | ${ms(stored.without)} ms | ${statements.without}, ${namesFiles ? '**which name files**' : 'which names no file'} |`,
    `| a message with one | ${ms(stored.with)} ms | ${statements.with} |`,
    `| reading 50 messages without files | ${ms(read.ours)} ms, ${(read.ours / read.cut).toFixed(2)} × what it takes with the files cut out of the statement | 1 |`,
  ].join('\n');
  console.log(text);
  if (process.argv.includes('--write')) writePart('files', text);
} finally {
  for (const server of [api, worker, plain]) await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
}
process.exit();
