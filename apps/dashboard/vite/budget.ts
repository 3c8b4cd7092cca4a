import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/**
 * Maximum gzipped bytes that the browser fetches before it can draw anything; fonts and charts are loaded beside it.
 */
const initialScriptBytesMax = 145_000;

/** Weight and contents of a chunk: bytes before minification, by package or folder. */
export interface Weight {
  file: string;
  gzipBytes: number;
  isInitial: boolean;
  parts: Record<string, number>;
}

/** The package of a module, or the folder that it is in. */
function partOf(id: string): string {
  const inPackage = id.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
  const ours = id.match(/\/((?:apps\/dashboard\/src|packages)\/[^/]+)/)?.[1];
  return inPackage ?? ours ?? 'the bundler';
}

function weightOf(chunk: Rolldown.OutputChunk, isInitial: boolean): Weight {
  const parts: Record<string, number> = {};
  for (const [id, { renderedLength }] of Object.entries(chunk.modules))
    parts[partOf(id)] = (parts[partOf(id)] ?? 0) + renderedLength;
  return { file: chunk.fileName, gzipBytes: gzipSync(chunk.code, { level: 9 }).length, isInitial, parts };
}

/**
 * Fails a build with an entry, including its static imports, larger than that. With `WEIGHT_FILE` in the environment,
 * writes the weight of each chunk there.
 */
export function budget(): Plugin {
  return {
    name: 'parley-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const initial = new Set<string>();
      const add = (fileName: string): void => {
        const chunk = chunks.find((each) => each.fileName === fileName);
        if (!chunk || initial.has(fileName)) return;
        initial.add(fileName);
        chunk.imports.forEach(add);
      };
      for (const { isEntry, fileName } of chunks) if (isEntry) add(fileName);
      const weights = chunks.map((chunk) => weightOf(chunk, initial.has(chunk.fileName)));
      const bytes = weights.reduce((sum, { isInitial, gzipBytes }) => sum + (isInitial ? gzipBytes : 0), 0);
      if (bytes > initialScriptBytesMax)
        this.error(`The initial script is ${bytes} bytes gzipped, more than ${initialScriptBytesMax}.`);
      const file = process.env['WEIGHT_FILE'];
      if (file) writeFileSync(file, JSON.stringify(weights));
    },
  };
}
