import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { listConversations } from '@parley/contracts/routes/conversations';
import { addressOf } from '../src/api/address.ts';
import { listOf, startList } from '../src/features/inbox/list-state.ts';
import { firstPage } from '../src/live/conversation-lists.ts';
import { withImports } from './bundle-imports.ts';

const firstList = addressOf(listConversations, {
  query: firstPage(listOf(startList, [], { text: '', filter: null, words: [] })),
});
const source = path.resolve(import.meta.dirname, '../boot.js');
const fileName = 'boot.js';

/** The part of the program that each address shows first; every screen but the sign-in page is behind the guard. */
const parts: Record<string, string[]> = {
  '/': ['pages/overview-page.tsx', 'layout/signed-in.tsx'],
  '/conversations': ['pages/conversations-page.tsx', 'layout/signed-in.tsx'],
  '/auth': ['pages/auth-page.tsx'],
};

type Bundle = Rolldown.OutputBundle;

/** The scripts of each screen that the page itself does not name. */
function screensOf(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const named = new Set<string>();
  for (const { isEntry, fileName: file } of chunks) if (isEntry) withImports(bundle, file, named);
  return Object.fromEntries(
    Object.entries(parts).map(([address, modules]) => {
      const files = new Set<string>();
      for (const module of modules) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
        if (!chunk) throw new Error(`No chunk has ${module}.`);
        withImports(bundle, chunk.fileName, files);
      }
      return [address, [...files].filter((file) => !named.has(file)).map((file) => `/${file}`)];
    }),
  );
}

/** Values that boot.js gets from the build. */
interface Known {
  screens: Record<string, string[]>;
  /** Address of the list that the conversations start with. */
  firstList: string;
  font?: string | undefined;
}

/** Serves boot.js, which knows the scripts of the first screens once they are built. */
export function boot(): Plugin {
  const script = (known: Known) =>
    `const { screens, firstList, font } = ${JSON.stringify(known)};\n${readFileSync(source, 'utf8')}`;
  return {
    name: 'parley-boot',
    generateBundle(_, bundle) {
      const font = Object.keys(bundle).find((file) => file.includes('inter-latin-wght-normal'));
      this.emitFile({
        type: 'asset',
        fileName,
        source: script({ screens: screensOf(bundle), firstList, font: font && `/${font}` }),
      });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8');
        response.end(script({ screens: {}, firstList }));
      });
    },
  };
}
