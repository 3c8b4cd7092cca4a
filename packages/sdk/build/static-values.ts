/** Evaluates `*.static.ts` files while building, and bundles their values instead of the code that computes them. */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

export const staticValues: Plugin = {
  name: 'static-values',
  setup(bundler) {
    bundler.onLoad({ filter: /\.static\.ts$/ }, async ({ path }) => {
      const values: Record<string, unknown> = await import(pathToFileURL(path).href);
      const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { contents: lines.join('\n') };
    });
  },
};
