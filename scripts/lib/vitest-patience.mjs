/**
 * How long tests of every project may wait: long enough for a machine that is ten times too busy. These limits end what
 * hangs, and assert nothing; a test that promises a time measures it.
 */
export const patient = {
  testTimeout: 120_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};
