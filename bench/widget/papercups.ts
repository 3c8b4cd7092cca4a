/** The other widget: `@papercups-io/chat-widget`, bundled as its users bundle it, with the React it asks for. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folderOf = (name: string): string => path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/**
 * Bundles one script that draws the launcher. The chat behind it is an `iframe` that the vendor's server hosts and that
 * no package contains: here it is an empty page, so what is measured after opening is less than the real thing.
 */
export async function bundlePapercups(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: import.meta.dirname,
      contents: `
        import { createElement } from 'react';
        import { createRoot } from 'react-dom/client';
        import { ChatWidget } from '@papercups-io/chat-widget';
        const box = document.body.appendChild(document.createElement('div'));
        const token = '01960d2c-5f3a-4c41-9a53-2f6d1c0b7e11';
        createRoot(box).render(createElement(ChatWidget, {
          token, title: 'Northwind Coffee', baseUrl: location.origin, iframeUrlOverride: location.origin + '/frame',
        }));`,
    },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // It brings an older React of its own; one copy is kinder to it.
    alias: { react: folderOf('react'), 'react-dom': folderOf('react-dom') },
  });
  return outputFiles[0]?.text ?? '';
}
