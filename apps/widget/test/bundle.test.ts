/** The bundle for a customer's website. Runs on the output of `node build.ts`. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../dist');
const src = path.resolve(import.meta.dirname, '../src');
let files: string[];
let code: Map<string, string>;
beforeAll(async () => {
  const loader = await readFile(path.join(dist, 'widget.js'), 'utf8');
  // A build that comes from the cache leaves the files of another edition beside its own.
  const isOurs = (file: string) => loader.includes(/\.([\da-f]{10})\./.exec(file)?.[1] ?? '');
  files = (await readdir(dist, { recursive: true })).filter(isOurs);
  const scripts = files.filter((file) => file.endsWith('.js'));
  code = new Map(
    await Promise.all(scripts.map(async (file) => [file, await readFile(path.join(dist, file), 'utf8')] as const)),
  );
});

const sizeOf = (test: (file: string) => boolean): number =>
  [...code].filter(([file]) => test(file)).reduce((sum, [, text]) => sum + gzipSync(text, { level: 9 }).length, 0);

it('the loader has at most 3 KiB and the chat with it at most 21 KiB, gzipped', () => {
  expect(sizeOf((file) => file === 'widget.js')).toBeLessThanOrEqual(3 * 1024);
  expect(sizeOf((file) => file === 'widget.js' || /chat\.(?!latest)/.test(file))).toBeLessThanOrEqual(21 * 1024);
});

it('the code that shows and sends files has at most 8 kB, and its texts at most 1 kB in each language, gzipped', () => {
  expect(sizeOf((file) => file === 'widget/files.latest.js')).toBeLessThanOrEqual(8_000);
  const languages = [...code.keys()].filter((file) => /files_\w+\.latest/.test(file));
  expect(languages.length).toBe(12);
  for (const each of languages) expect(sizeOf((file) => file === each)).toBeLessThanOrEqual(1_000);
});

it('the help centre has at most 8 kB, and its texts at most 1 kB in each language, gzipped', () => {
  expect(sizeOf((file) => file === 'widget/help.latest.js')).toBeLessThanOrEqual(8_000);
  const languages = [...code.keys()].filter((file) => /help_\w+\.latest/.test(file));
  expect(languages.length).toBe(12);
  for (const each of languages) expect(sizeOf((file) => file === each)).toBeLessThanOrEqual(1_000);
});

it('carries no schema, and the chat no text of any language', () => {
  for (const text of code.values()) expect(text).not.toContain('additionalProperties');
  for (const [file, text] of code) expect(file.includes('chat.') && text.includes('Write a message')).toBe(false);
});

/** Files that pages name: they keep their names for good. */
const named = new Set(['widget.js', 'widget/push-worker.js']);

it('every file but those that pages name carries a hash, lies there under a lasting name too, and compressed', async () => {
  for (const file of code.keys()) {
    expect([file, named.has(file) || /^widget\/\w+\.([\da-f]{10}|latest)\.js$/.test(file)]).toEqual([file, true]);
    expect(files).toContain(`${file}.br`);
    expect(code.get(file.replace(/\.[\da-f]{10}\./, '.latest.'))).toBe(code.get(file));
    expect(gunzipSync(await readFile(path.join(dist, `${file}.gz`))).toString()).toBe(code.get(file));
  }
});

it('sets no markup, evaluates nothing and writes no inline style attribute', async () => {
  for (const text of code.values()) {
    expect(text).not.toMatch(/\beval\(|new Function|document\.write|insertAdjacentHTML/);
    expect(text).not.toMatch(/setAttribute\((["'`])style\1/);
  }
  // Preact can set markup when it is told to; nothing of ours ever does.
  const sources = (await readdir(src, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  for (const file of sources) expect(await readFile(path.join(src, file), 'utf8')).not.toMatch(/InnerHTML|innerHTML/);
});

it('parts that only some visitors need are loaded on their own, and share nothing with the chat', async () => {
  for (const name of ['chime', 'connection', 'email', 'emoji', 'files']) {
    const text = code.get(`widget/${name}.latest.js`) ?? '';
    expect([name, text.length > 0, /\bimport\b/.test(text)]).toEqual([name, true, false]);
  }
  expect(code.get('widget/chat.latest.js')).not.toMatch(
    /AudioContext|BroadcastChannel|autocomplete|indexedDB|createImageBitmap/,
  );
});
