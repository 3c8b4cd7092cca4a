/**
 * Builds the package into `dist`: one module for every runtime, and its types. The types are those of the contracts,
 * copied with everything they refer to. Fails when the module grew past its budget.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { staticValues } from './build/static-values.ts';

/** Gzipped bytes of the module. */
const budget = 12 * 1024;

const here = import.meta.dirname;
const dist = path.join(here, 'dist');
const typesFolder = path.join(dist, 'types');

await rm(dist, { recursive: true, force: true });
await build({
  entryPoints: [path.join(here, 'src/index.ts')],
  outfile: path.join(dist, 'index.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  plugins: [staticValues],
});
const bytes = gzipSync(await readFile(path.join(dist, 'index.js')), { level: 9 }).length;
console.log(`sdk: ${bytes} B of ${budget} B`);
if (bytes > budget) throw new Error('The SDK grew past its budget.');

/** Types as the compiler writes them, before those that nothing refers to are left out. */
const declared = path.join(here, 'node_modules/.cache/types');
await rm(declared, { recursive: true, force: true });
const compiler = path.join(here, 'node_modules/.bin/tsc');
const { status } = spawnSync(compiler, ['-p', 'tsconfig.types.json', '--outDir', declared], {
  cwd: here,
  stdio: 'inherit',
});
if (status !== 0) throw new Error('The types could not be written.');
await copyTypes('sdk/src/index.ts');

/** Copies the types of a module, and of those it refers to, with addresses that need no workspace. */
async function copyTypes(source: string, copied = new Set<string>()): Promise<void> {
  if (copied.has(source)) return;
  copied.add(source);
  const file = source.replace(/\.ts$/, '.d.ts');
  const text = await readFile(path.join(declared, file), 'utf8');
  const found: string[] = [];
  const folder = path.posix.dirname(source);
  const rewritten = text.replace(/(["'])(\.{1,2}\/[^"']+\.ts|@parley\/[^"']+)\1/g, (_, quote: string, name: string) => {
    const target = name.startsWith('.')
      ? path.posix.join(folder, name)
      : name.replace(/^@parley\/(\w+)\/(.+)$/, '$1/src/$2.ts');
    found.push(target);
    const relative = path.posix.relative(folder, target).replace(/\.ts$/, '.js');
    return quote + (relative.startsWith('.') ? relative : `./${relative}`) + quote;
  });
  const to = path.join(typesFolder, file);
  await mkdir(path.dirname(to), { recursive: true });
  await writeFile(to, rewritten);
  for (const each of found) await copyTypes(each, copied);
}
