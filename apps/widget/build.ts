/**
 * Builds what customers' websites load, into `dist`:
 * - `widget.js`: the loader, the one address that site owners know
 * - `widget/chat.<hash of all parts>.js` and `widget/<language>.<hash>.js`: loaded when needed, cacheable for ever
 * - `widget/connection.<hash>.js`, `widget/email.<hash>.js` …: what only some visitors need; files have texts of their own,
 *   `widget/files_<language>.<hash>.js`, and so has help
 * - `widget/push-worker.js`: what websites import in their own worker file
 * - the same as `widget/chat.latest.js` …: for a loader from a cache that is older than the last update
 * each with its `.br` and `.gz` beside it. Fails when something grew past its budget.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { browsers, staticValues } from './build/static-values.ts';

/** Gzipped bytes: what a page waits for has 3 KiB, with the chat 21 KiB. */
const budgets = {
  loader: 3 * 1024,
  loaderAndChat: 21 * 1024,
  language: 1_000,
  files: 8_000,
  fileLanguage: 1_000,
  help: 8_000,
  rich: 4_600,
  push: 8_000,
  helpLanguage: 1_000,
};

const here = import.meta.dirname;
const dist = path.join(here, 'dist');

/** Bundles `entries` (output name → source) and answers the code of each by its file name. */
async function bundle(
  entries: Record<string, string>,
  format: 'es' | 'iife',
  define: Record<string, string> = {},
): Promise<Map<string, string>> {
  const bundler = await rolldown({
    input: entries,
    plugins: [staticValues],
    treeshake: { propertyReadSideEffects: false },
    transform: {
      target: [...browsers],
      define,
      // Shorter than the automatic runtime, which brings a second way of making nodes along.
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
  });
  const { output } = await bundler.generate({ format, minify: true, comments: false, entryFileNames: '[name].js' });
  await bundler.close();
  return new Map(output.map((chunk) => [chunk.fileName, 'code' in chunk ? chunk.code : '']));
}

await rm(dist, { recursive: true, force: true });
const occasional = (await readdir(path.join(here, 'src/parts'))).map((file) => path.basename(file, '.ts'));
const languages = (await readdir(path.join(here, 'src/texts'))).map((file) => path.basename(file, '.ts'));
const sources = {
  chat: 'src/chat/main.ts',
  ...Object.fromEntries(occasional.map((name) => [name, `src/parts/${name}.ts`])),
  ...Object.fromEntries(languages.map((language) => [language, `src/texts/${language}.ts`])),
  ...Object.fromEntries(languages.map((language) => [`help_${language}`, `src/help-texts/${language}.ts`])),
  ...Object.fromEntries(languages.map((language) => [`files_${language}`, `src/file-texts/${language}.ts`])),
};
// Each by itself, so that none waits for code that it would share with another.
const bundled = await Promise.all(
  Object.entries(sources).map(([name, source]) => bundle({ [name]: path.join(here, source) }, 'es')),
);
const parts = new Map(bundled.flatMap((files) => [...files]));
const hash = createHash('sha256')
  .update(JSON.stringify([...parts]))
  .digest('hex')
  .slice(0, 10);
const loader = await bundle({ widget: path.join(here, 'src/loader.ts') }, 'iife', {
  PARTS_HASH: JSON.stringify(hash),
});

/** Writes `code` with its compressed twins beside it; answers its gzipped size. */
async function emit(file: string, code: string): Promise<number> {
  const gzipped = gzipSync(code, { level: 9 });
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, code);
  await writeFile(`${file}.gz`, gzipped);
  await writeFile(`${file}.br`, brotliCompressSync(code, quality));
  return gzipped.length;
}

const worker = await bundle({ 'push-worker': path.join(here, 'sw/push-worker.ts') }, 'iife');

const sizes = new Map<string, number>();
for (const [name, code] of worker) sizes.set(name, await emit(path.join(dist, 'widget', name), code));
for (const [name, code] of loader) sizes.set(name, await emit(path.join(dist, name), code));
for (const [name, code] of parts)
  for (const edition of [hash, 'latest'])
    sizes.set(name, await emit(path.join(dist, 'widget', name.replace('.', `.${edition}.`)), code));

const size = (name: string): number => sizes.get(name) ?? 0;
const measured = {
  loader: size('widget.js'),
  loaderAndChat: size('widget.js') + size('chat.js'),
  language: Math.max(...languages.map((language) => size(`${language}.js`))),
  files: size('files.js'),
  help: size('help.js'),
  rich: size('rich.js'),
  push: size('push.js') + size('push-worker.js'),
  helpLanguage: Math.max(...languages.map((language) => size(`help_${language}.js`))),
  fileLanguage: Math.max(...languages.map((language) => size(`files_${language}.js`))),
};
let isOver = false;
for (const [name, budget] of Object.entries(budgets)) {
  const bytes = measured[name as keyof typeof measured];
  isOver ||= bytes > budget;
  console.log(`${name}: ${bytes} B of ${budget} B`);
}
if (isOver) {
  console.error('The widget grew past its budget.');
  process.exit(1);
}
