import { expect, test } from 'vitest';
import { languageCodes } from '@parley/contracts/text/languages';
import { manifests } from '../vite/manifests.ts';
import { workerScript } from '../vite/service-worker.ts';

test('the service worker is one script of at most 6,000 bytes, another for every build', async () => {
  const [one, other] = await Promise.all([workerScript('one'), workerScript('other')]);
  expect(one).not.toBe(other);
  expect(one).toContain('parley-shell-one');
  expect(Buffer.byteLength(one)).toBeLessThanOrEqual(6_000);
  expect(one).not.toMatch(/\bimport\b/);
});

test('the app’s manifest is written in every language', () => {
  const files = manifests();
  expect(Object.keys(files)).toHaveLength(languageCodes.length);
  const names = Object.values(files).map((manifest) => JSON.stringify(Reflect.get(manifest, 'shortcuts')));
  expect(new Set(names).size).toBe(languageCodes.length);
  expect(files['manifest-ar.webmanifest']).toMatchObject({ dir: 'rtl', start_url: '/conversations' });
});
