/** Builds the program into one file, `dist/parley.mjs`. */
import path from 'node:path';
import { staticValues } from '@parley/sdk/static-values';
import { build } from 'esbuild';

const here = import.meta.dirname;

await build({
  entryPoints: [path.join(here, 'src/main.ts')],
  outfile: path.join(here, 'dist/parley.mjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  banner: { js: '#!/usr/bin/env node' },
  plugins: [staticValues],
});
