import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const source = path.resolve(import.meta.dirname, '../boot.js');
const fileName = 'boot.js';

/** The part of the program that each address shows first; every screen but the sign-in page is behind the guard. */
const parts: Record<string, string[]> = {
  '/': ['overview-page.tsx', 'signed-in.tsx'],
  '/conversations': ['conversations-page.tsx', 'signed-in.tsx'],
  '/auth': ['auth-page.tsx'],
};

type Bundle = Rolldown.OutputBundle;

/** A chunk's file and those it imports statically. */
function withImports(bundle: Bundle, file: string, seen: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return;
  seen.add(file);
  for (const imported of chunk.imports) withImports(bundle, imported, seen);
}

/** The scripts of each screen that the page itself does not name. */
function screensOf(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const named = new Set<string>();
  for (const { isEntry, fileName: file } of chunks) if (isEntry) withImports(bundle, file, named);
  return Object.fromEntries(
    Object.entries(parts).map(([address, modules]) => {
      const files = new Set<string>();
      for (const module of modules) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
        if (!chunk) throw new Error(`No chunk begins with ${module}.`);
        withImports(bundle, chunk.fileName, files);
      }
      return [address, [...files].filter((file) => !named.has(file)).map((file) => `/${file}`)];
    }),
  );
}

/** Serves boot.js, which knows the scripts of the first screens once they are built. */
export function boot(): Plugin {
  const script = (screens: Record<string, string[]>) =>
    `const screens = ${JSON.stringify(screens)};\n${readFileSync(source, 'utf8')}`;
  return {
    name: 'parley-boot',
    generateBundle(_, bundle) {
      this.emitFile({ type: 'asset', fileName, source: script(screensOf(bundle)) });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8');
        response.end(script({}));
      });
    },
  };
}
