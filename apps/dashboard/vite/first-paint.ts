import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

const folder = path.resolve(import.meta.dirname, '../src/first-paint');

/** Gzipped. It is fetched before anything is seen. */
const bytesMax = 27_000;

/** Drawn once what they show has been read, which the first look does not wait for. */
const leftOut = /\/(row-tags|row-viewers|matched-text|team-mark)\.tsx$/;

/** Puts what the first look is made with in the place of what the program is made with. */
function inPlace(translations: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'parley-first-paint',
    enforce: 'pre',
    resolveId(source) {
      if (leftOut.test(source)) return path.join(folder, 'left-out.tsx');
      const language = source.match(/^\.\/(\w\w)\.ts$/)?.[1];
      const file = language && translations.get(language);
      return file ? { id: file, external: true } : undefined;
    },
  };
}

/**
 * The script that paints the first look: the program's own components, on Preact in the place of React. Its style sheet is
 * the program's.
 *
 * @throws Error when it is more than one script, or larger than it may be
 * @param translations the address of each language's texts
 */
export async function firstPaintScript(translations: ReadonlyMap<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    root: path.resolve(folder, '../..'),
    logLevel: 'error',
    plugins: [inPlace(translations)],
    resolve: {
      alias: [
        { find: /^react$/, replacement: 'preact/compat' },
        { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      ],
    },
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(folder, 'paint.tsx'),
        // boot.js waits for what it exports.
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const chunks = outputs.filter((each): each is Rolldown.OutputChunk => each.type === 'chunk');
  const [script] = chunks;
  if (!script || chunks.length > 1) throw new Error('The first look is more than one script.');
  const bytes = gzipSync(script.code, { level: 9 }).length;
  if (bytes > bytesMax) throw new Error(`The first look is ${bytes} bytes gzipped, more than ${bytesMax}.`);
  return script.code;
}
