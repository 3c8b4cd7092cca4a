import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => localStorage.clear());

it('the preferences of this browser are read at the start, without what is unknown or of another type', async () => {
  const stored = { sound: false, homeSince: '2026-11-01', openNext: 'yes', mood: 'glad' };
  localStorage.setItem('parley.preferences', JSON.stringify(stored));
  vi.resetModules();
  const { preferences } = await import('../src/preferences/preferences.ts');
  expect(preferences()).toMatchObject({ sound: false, homeSince: '2026-11-01', openNext: true });
  expect(preferences()).not.toHaveProperty('mood');
});

it('preferences that cannot be read are the defaults', async () => {
  localStorage.setItem('parley.preferences', '{');
  vi.resetModules();
  const { preferences } = await import('../src/preferences/preferences.ts');
  expect(preferences()).toMatchObject({ sound: true, homeSince: '' });
});
