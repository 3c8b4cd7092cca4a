import { expect, test } from 'vitest';
import { isOwnOrigin } from '../src/own-origin.ts';

const publicUrl = 'https://chat.example.com/';

test.each([
  ['the configured address', 'https://chat.example.com', 'internal:3001', true],
  ['the address that is really used', 'http://10.0.0.5:8080', '10.0.0.5:8080', true],
  ['no browser', undefined, 'chat.example.com', true],
  ['another website', 'https://evil.example', 'chat.example.com', false],
  ['another port', 'http://10.0.0.5:9090', '10.0.0.5:8080', false],
  ['a page without an origin', 'null', 'chat.example.com', false],
  ['a name that only begins alike', 'https://chat.example.com.evil.example', 'chat.example.com', false],
])('a request with a cookie by %s is told from a forged one', (_who, origin, host, isOwn) => {
  expect(isOwnOrigin(origin, host, publicUrl)).toBe(isOwn);
});
