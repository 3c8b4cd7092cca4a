/** Bundles what a `*.static.ts` file exports instead of the code that computes it. */
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import type { Plugin } from 'rolldown';

/** The oldest browsers that get the chat: those with constructable style sheets and the dialog element. */
export const browsers = ['chrome111', 'firefox119', 'safari16.4'] as const;

/**
 * Evaluates every `*.static.ts` file while building and hands its exports to the bundle as plain values. Exports with
 * names ending in `Styles` are style sheets and arrive minified.
 */
export const staticValues: Plugin = {
  name: 'static-values',
  async load(id) {
    if (!id.endsWith('.static.ts')) return null;
    const values: Record<string, unknown> = await import(pathToFileURL(id).href);
    const lines = await Promise.all(
      Object.entries(values).map(async ([name, value]) => {
        const plain = name.endsWith('Styles') && typeof value === 'string' ? await minifiedCss(value) : value;
        return `export const ${name} = ${JSON.stringify(plain)};`;
      }),
    );
    return { code: lines.join('\n'), moduleType: 'js' };
  },
};

const minifiedCss = async (css: string): Promise<string> =>
  (await transform(css, { loader: 'css', minify: true, target: [...browsers] })).code.trim();
