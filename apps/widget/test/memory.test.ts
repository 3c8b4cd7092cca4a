// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { forgetVisitor, memoryKey, rememberedToken } from '../src/talk/memory.ts';

it('an installation never touches what another keeps, however alike their addresses', () => {
  const hosts = ['https://chat.example.com', 'https://chat.example.com:8443', 'https://chat.example.co'];
  for (const host of hosts) {
    localStorage.setItem(memoryKey(host), `token of ${host}`);
    localStorage.setItem(`${memoryKey(host)}:1`, 'unsent');
  }
  for (const [index, host] of hosts.entries()) {
    forgetVisitor(host);
    expect(localStorage).toHaveLength(2 * (hosts.length - 1 - index));
    expect(rememberedToken(host)).toBeNull();
  }
});

it('no unsent message of one installation is taken for another’s', () => {
  const entry = `${memoryKey('https://chat.example.com:8443')}:1`;
  expect(entry.startsWith(`${memoryKey('https://chat.example.com')}:`)).toBe(false);
});
