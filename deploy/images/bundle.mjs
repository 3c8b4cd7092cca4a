/**
 * Bundles the programs of an image, each into one file: quick to start, and nothing of the build comes along.
 *
 *   node bundle.mjs FOLDER PROGRAM...     writes FOLDER/PROGRAM.js, and beside it what can't be bundled
 */
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { linesOnly } from './source-map-lines.mjs';

const house = path.resolve(import.meta.dirname, '../..');

/** Entry points of the programs. The first folder is the workspace package with their dependencies. */
const programs = {
  api: 'apps/api/src/main.ts',
  realtime: 'apps/realtime/src/main.ts',
  worker: 'apps/worker/src/main.ts',
  // A thread that the worker starts by this name.
  'reader-thread': 'packages/core/src/mail/reader-thread.ts',
  // A process that the worker starts by this name.
  'checker-process': 'packages/core/src/files/checker-process.ts',
  // Entry points for crawled, filed or cloned knowledge.
  'knowledge-process': 'packages/core/src/knowledge/knowledge-process.ts',
  migrate: 'packages/db/src/migrate.ts',
  'renew-secrets': 'packages/core/src/maintenance/renew-secrets.ts',
  'break-glass': 'packages/core/src/maintenance/break-glass.ts',
  'rebuild-facts': 'packages/core/src/maintenance/rebuild-facts.ts',
  'report-reader': 'packages/core/src/maintenance/report-reader.ts',
  seed: 'packages/core/src/demo/seed.ts',
  doctor: 'apps/doctor/src/main.ts',
  front: 'deploy/front/src/main.ts',
  secrets: 'deploy/images/secrets.mjs',
};

/** Native code, which no bundler can take in, and WebAssembly, which its package looks for beside itself. */
const native = ['@node-rs/argon2', 'sharp', '@hyzyla/pdfium'];

/** Parts of these packages that Node loads: PDFium comes in a build for every kind of bundler too. */
const needed = {
  '@hyzyla/pdfium': /\/pdfium(?:\/(?:package\.json|LICENSE\.md|dist(?:\/(?:index\.esm\.js|pdfium\.wasm))?))?$/,
};

/** ESM has no `require`, `__dirname` or `__filename`, which CommonJS dependencies expect. */
const banner = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;`;

/** The API's documentation page serves files of its own package, from `../static` seen from its `lib`. */
const documentationPage = {
  name: 'documentation-page',
  setup: (bundler) => {
    bundler.onLoad({ filter: /swagger-ui[/\\]lib[/\\]routes\.js$/ }, async ({ path: file }) => ({
      contents: (await fs.promises.readFile(file, 'utf8')).replaceAll('__dirname', "(__dirname + '/lib')"),
    }));
  },
};

/** A source map that says nothing of `source`: esbuild heeds none without a mapping, and this one is of a line after it. */
const emptySourceMap = (source) => {
  const map = { version: 3, sources: [''], mappings: `${';'.repeat(source.split('\n').length + 1)}AAAA` };
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
};

const unmapped = (source) => `${source}\n${emptySourceMap(source)}`;

/** A comment that has to stay as it is, what a backslash stands before, or a letter beyond ASCII. */
const beyondAscii = /\/\*![^]*?\*\/|\/\/!.*|\\[^]|[^\0-\x7f]/g;

const escaped = (found) => {
  const code = found.charCodeAt(found.length - 1);
  return code > 0x7f && !found.startsWith('/') ? String.raw`\u${code.toString(16).padStart(4, '0')}` : found;
};

/**
 * Keeps what a process holds of its program small.
 * - Node reads a program's source map whole as soon as an error's stack is asked for, and keeps twenty times its size.
 *   Most of it would be of dependencies, which therefore have none, and of columns.
 * - A program of ASCII alone is held at a byte a letter, any other at two. esbuild escapes the letters of texts, not those
 *   of regular expressions.
 */
const smallInMemory = {
  name: 'small-in-memory',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path: file }) => {
      const source = await fs.promises.readFile(file, 'utf8');
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(source))
        throw new Error(`${file}: an escape would stand for itself here.`);
      const contents = source.replaceAll(beyondAscii, escaped);
      const isDependency = file.includes(`${path.sep}node_modules${path.sep}`);
      return {
        contents: isDependency ? unmapped(contents) : contents,
        loader: file.endsWith('ts') ? 'ts' : 'js',
      };
    });
  },
};

/**
 * Imported as a module, `node:http` is asked for all that it exports; its websocket client is among that, for which Node
 * loads the whole of its `fetch`. Required, it is not.
 */
const httpWithoutFetch = {
  name: 'http-without-fetch',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^(node:)?http$/ }, ({ kind, path: name }) =>
      kind === 'import-statement' ? { path: name, namespace: 'required' } : undefined,
    );
    bundler.onLoad({ filter: /^/, namespace: 'required' }, ({ path: name }) => ({
      contents: unmapped(`module.exports = require('${name}');`),
    }));
  },
};

/** BullMQ brings its own tables for queues in Postgres; ours are in Redis. */
const queuesInRedis = {
  name: 'queues-in-redis',
  setup: (bundler) => {
    bundler.onLoad({ filter: /[/\\]bullmq[/\\]dist[/\\]cjs[/\\]postgres[/\\]index\.js$/ }, () => ({
      contents: unmapped('module.exports = {};'),
    }));
  },
};

/** The logger asks from where it is made, which only threads of its own would need, and which reads the program's source map. */
const loggersCaller = {
  name: 'loggers-caller',
  setup: (bundler) => {
    bundler.onLoad({ filter: /[/\\]pino[/\\]lib[/\\]caller\.js$/ }, () => ({
      contents: unmapped('module.exports = () => [];'),
    }));
  },
};

/** The real folder of a dependency, as `owner` (a workspace package) resolves it. */
const dependency = (owner, name) => fs.realpathSync(path.join(house, owner, 'node_modules', name));

const [folder, ...names] = process.argv.slice(2);
const unknown = names.filter((name) => !(name in programs));
if (!folder || names.length === 0 || unknown.length > 0) {
  throw new Error(`usage: bundle.mjs FOLDER ${Object.keys(programs).join('|')}...`);
}

const { metafile } = await build({
  entryPoints: Object.fromEntries(names.map((name) => [name, path.join(house, programs[name])])),
  outdir: folder,
  bundle: true,
  // Code shared by several programs of an image is included once.
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  banner: { js: banner },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  sourcemap: true,
  sourcesContent: false,
  external: native,
  plugins: [documentationPage, loggersCaller, queuesInRedis, httpWithoutFetch, smallInMemory],
  metafile: true,
  logLevel: 'warning',
});
for (const map of Object.keys(metafile.outputs).filter((file) => file.endsWith('.map'))) {
  fs.writeFileSync(map, JSON.stringify(linesOnly(JSON.parse(fs.readFileSync(map, 'utf8')))));
}
fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');

const imported = Object.values(metafile.outputs).flatMap((output) => output.imports.map((each) => each.path));
for (const name of native.filter((each) => imported.includes(each))) {
  // Beside the package lies what it needs, with the build for this machine's processor and C library, and for no other.
  const scope = path.dirname(dependency('packages/core', name));
  for (const each of fs.readdirSync(scope)) {
    const to = path.join(folder, 'node_modules', path.dirname(name), each);
    const filter = (file) => needed[name]?.test(file.replaceAll(path.sep, '/')) ?? true;
    fs.cpSync(path.join(scope, each), to, { recursive: true, dereference: true, filter });
  }
}
if (names.includes('api')) {
  const page = dependency('apps/api', '@fastify/swagger-ui');
  fs.cpSync(path.join(page, 'static'), path.join(folder, 'static'), { recursive: true });
}
