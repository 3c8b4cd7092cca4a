import { getHandOff } from '@parley/contracts/routes/answers';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { routesForCalls } from '../vite/routes-for-calls.ts';

/** Bundles a module with this code as the dashboard is bundled, and returns what browsers would load. */
async function bundled(code: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? '\0entry' : null),
    load: (id: string) => (id === '\0entry' ? code : null),
  };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: `${import.meta.dirname}/..`,
    plugins: [entry, routesForCalls()],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  });
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
  return output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

it('browsers load the method and path of a route, and none of its texts, schemas and rights', async () => {
  const code = await bundled(`export { getHandOff } from '@parley/contracts/routes/answers';`);
  expect(code).toContain(getHandOff.path);
  expect(code).not.toContain(getHandOff.summary);
  expect(code).not.toContain(getHandOff.permission);
});
