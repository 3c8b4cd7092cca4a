import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { withImports } from './bundle-imports.ts';
import { manifests } from './manifests.ts';

const entry = path.resolve(import.meta.dirname, '../sw/worker.ts');

/** Modules that the app needs to show the list and a conversation without a network, beside the page's own scripts. */
const offline = ['pages/conversations-page.tsx', 'layout/signed-in.tsx', 'features/thread/thread-pane.tsx'];

/** Files of the app shell, by address: what the worker stores when it is installed. */
function shellOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const files = new Set<string>();
  for (const chunk of chunks) {
    const isNeeded = offline.some((module) => chunk.moduleIds.some((id) => id.endsWith(`/src/${module}`)));
    if (chunk.isEntry || isNeeded) withImports(bundle, chunk.fileName, files);
  }
  const others = Object.keys(bundle).filter((file) => /\.css$|inter-latin-wght-normal/.test(file));
  return ['/', '/boot.js', '/favicon.svg', ...[...files, ...others].map((file) => `/${file}`)];
}

/** Builds the service worker as a script of its own, with the list of files that it stores, and the app's manifests. */
export function serviceWorker(): Plugin {
  return {
    name: 'parley-service-worker',
    apply: 'build',
    generateBundle: {
      // After the style sheets.
      order: 'post',
      async handler(_, bundle) {
        const shell = shellOf(bundle);
        const version = createHash('sha256').update(Object.keys(bundle).toSorted().join()).digest('hex').slice(0, 12);
        this.emitFile({ type: 'asset', fileName: 'shell.json', source: JSON.stringify(shell) });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await workerScript(version) });
        for (const [fileName, source] of Object.entries(manifests()))
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source) });
      },
    },
  };
}

/** Maximum bytes of the worker: browsers start it for every notification. */
const workerBytesMax = 6_000;

/** Returns the worker as one minified script. Another version is another script, so that browsers install it. */
export async function workerScript(version: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { VERSION: JSON.stringify(version) },
    publicDir: false,
    build: { write: false, target: 'es2022', minify: true, lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('The service worker was not built.');
  const { code } = output.output[0];
  if (Buffer.byteLength(code) > workerBytesMax)
    throw new Error(`The service worker has ${Buffer.byteLength(code)} bytes, more than ${workerBytesMax}.`);
  return code;
}
