import react from '@vitejs/plugin-react';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { boot } from './vite/boot.ts';
import { budget } from './vite/budget.ts';
import { compressed } from './vite/compressed.ts';
import { listModules } from './vite/list-modules.ts';
import { routesForCalls } from './vite/routes-for-calls.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { theme } from './vite/theme.ts';
import { themeWithoutRules } from './vite/theme-without-rules.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:4001';
const realtime = process.env.REALTIME_URL ?? 'http://127.0.0.1:4002';
const proxy = {
  '/api': { target: api },
  '/help': { target: api },
  '/mcp': { target: api },
  // Its script and parts, and not the screen /widget.
  '^/widget[./]': { target: api },
  '/ws': { target: realtime, ws: true },
};

/** Serves docs/integrations.md of the repository to the documentation screen. */
function documentation(): Plugin {
  const source = path.resolve(import.meta.dirname, '../../docs/integrations.md');
  const fileName = 'documentation/integrations.txt';
  const text = () => (existsSync(source) ? readFileSync(source, 'utf8') : '# Integrations\n');
  return {
    name: 'parley-documentation',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: text() });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.end(text());
      });
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    theme(),
    themeWithoutRules(),
    routesForCalls(),
    documentation(),
    boot(),
    serviceWorker(),
    budget(),
    compressed(),
  ],
  server: { port: Number(process.env.PORT ?? 4000), strictPort: true, host: '127.0.0.1', proxy },
  preview: { proxy },
  build: {
    target: 'es2022',
    // Small enough to inline is still a data URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    // A single small file, named by the page, instead of one per part that is only found with the part.
    cssCodeSplit: false,
    rolldownOptions: {
      // Builders of schemas (contracts/schema.ts): one that nothing reads is left out.
      treeshake: {
        manualPureFunctions: [
          'Type',
          'Strict',
          'OneOf',
          'Nullable',
          'Described',
          'Defaulted',
          'PageLimit',
          'CleanLine',
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            // Few files rather than many small ones: each costs a request, and compresses by itself.
            { name: 'start', tags: ['$initial'], priority: 2 },
            // Separates what the list needs, so that it can be used sooner.
            { name: listModules('shared'), minShareCount: 2, priority: 1 },
            { name: 'more', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
