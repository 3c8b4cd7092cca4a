import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { listConversations } from '@parley/contracts/routes/conversations';
import { addressOf } from '../src/api/address.ts';
import { listOf, startList } from '../src/features/inbox/list-state.ts';
import { firstPage } from '../src/live/conversation-lists.ts';
import { firstPaintScript } from './first-paint.ts';

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
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
        if (!chunk) throw new Error(`No chunk has ${module}.`);
        withImports(bundle, chunk.fileName, files);
      }
      return [address, [...files].filter((file) => !named.has(file)).map((file) => `/${file}`)];
    }),
  );
}

/** Where the texts of each language are. */
function translationsOf(bundle: Bundle): Map<string, string> {
  const found = new Map<string, string>();
  for (const chunk of Object.values(bundle)) {
    const language = chunk.type === 'chunk' && chunk.facadeModuleId?.match(/\/i18n\/(\w\w)\.ts$/)?.[1];
    if (language) found.set(language, `/${chunk.fileName}`);
  }
  return found;
}

/** What boot.js is told by the build; while developing, the page runs the program itself. */
interface Known {
  program?: string | undefined;
  screens: Record<string, string[]>;
  /** Address of the list that the conversations start with. */
  firstList: string;
  firstPaint?: string;
  font?: string | undefined;
}

/** Serves boot.js, which knows the scripts of the first screens once they are built, and the one that paints before them. */
export function boot(): Plugin {
  const script = (known: Known) =>
    `const { program, screens, firstList, firstPaint, font } = ${JSON.stringify(known)};\n${readFileSync(source, 'utf8')}`;
  let known: Known = { screens: {}, firstList };
  return {
    name: 'parley-boot',
    async generateBundle(_, bundle) {
      const firstPaint = this.emitFile({
        type: 'asset',
        name: 'first-paint.js',
        source: await firstPaintScript(translationsOf(bundle)),
      });
      const font = Object.keys(bundle).find((file) => file.includes('inter-latin-wght-normal'));
      const program = Object.values(bundle).find((each) => each.type === 'chunk' && each.isEntry);
      known = {
        program: program && `/${program.fileName}`,
        screens: screensOf(bundle),
        firstList,
        firstPaint: `/${this.getFileName(firstPaint)}`,
        font: font && `/${font}`,
      };
      this.emitFile({ type: 'asset', fileName, source: script(known) });
    },
    /** What the first look needs goes first, without waiting for boot.js; the program comes beside it, and boot.js runs it. */
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        bundle
          ? html
              .replace(/<script type="module" (.*)src=(.*)><\/script>/, '<link rel="modulepreload" $1href=$2>')
              .replaceAll('<link rel="modulepreload" ', '$&fetchpriority="low" ')
              .replace('<link ', `<link rel="modulepreload" href="${known.firstPaint}">\n    $&`)
          : html,
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8');
        response.end(script(known));
      });
    },
  };
}
