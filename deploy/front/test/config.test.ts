import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

test('the front listens on this machine alone unless it is told otherwise', () => {
  const env = { API_URLS: 'http://127.0.0.1:1, http://127.0.0.1:2', REALTIME_URLS: 'http://127.0.0.1:3' };
  expect(readConfig(env)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    api: ['http://127.0.0.1:1', 'http://127.0.0.1:2'],
    realtime: ['http://127.0.0.1:3'],
    trustedProxies: [],
    restartMilliseconds: 0,
  });
});

test('the error names everything that is wrong', () => {
  const env = { PORT: 'x', API_URLS: 'ftp://a', DASHBOARD_URL: 'nonsense' };
  expect(() => readConfig(env)).toThrow(
    `The front can't start:
  PORT: x is no port
  API_URLS: ftp://a is no http:// URL
  REALTIME_URLS must name at least one URL
  DASHBOARD_URL: nonsense is no http:// URL`,
  );
});
