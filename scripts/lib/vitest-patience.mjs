/**
 * How long tests of every project may wait: long enough for a machine that is ten times too busy. These limits end what
 * hangs, and assert nothing; a test that promises a time measures it.
 */
export const patient = {
  testTimeout: 120_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // A single slow answer must not cost a whole run. Tests that needed a retry are listed at the end, with the reason.
  retry: 1,
};

/**
 * For projects of plain TypeScript: their tests are run by Node as the product is, which takes less than half of what
 * transforming every module and asking for it across processes does. Modules cannot be mocked then: `mocked`.
 */
export const natively = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Files that mock modules. Each is run in a process of its own, or the next file would find them mocked. */
export const mocked = '**/*.mocked.test.{ts,tsx}';
