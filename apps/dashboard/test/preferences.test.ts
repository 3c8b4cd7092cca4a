import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => localStorage.clear());

it('the preferences of this browser are read at the start, without what is unknown or of another type', async () => {
  const stored = { singleKeys: false, homeSince: '2026-11-01', openNext: 'yes', mood: 'glad' };
  localStorage.setItem('parley.preferences', JSON.stringify(stored));
  vi.resetModules();
  const { preferences } = await import('../src/preferences/preferences.ts');
  expect(preferences()).toMatchObject({ singleKeys: false, homeSince: '2026-11-01', openNext: true });
  expect(preferences()).not.toHaveProperty('mood');
});

it('preferences that cannot be read are the defaults', async () => {
  localStorage.setItem('parley.preferences', '{');
  vi.resetModules();
  const { preferences } = await import('../src/preferences/preferences.ts');
  expect(preferences()).toMatchObject({ singleKeys: true, homeSince: '' });
});

it('what belongs to the user on every device now is taken from this browser once', async () => {
  localStorage.setItem('parley.preferences', JSON.stringify({ sound: false, followedNotices: true, openNext: false }));
  vi.resetModules();
  const { preferences, takeFormerPreferences } = await import('../src/preferences/preferences.ts');
  expect(takeFormerPreferences()).toEqual({ sound: false });
  expect(takeFormerPreferences()).toEqual({});
  expect(preferences()).toMatchObject({ openNext: false });
  expect(localStorage.getItem('parley.preferences')).toBe(JSON.stringify({ openNext: false }));
});
