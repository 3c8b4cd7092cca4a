/** Cleans up after each test of every file, and fails one that drew two siblings with the same key. */
import { afterEach } from 'vitest';
import { showLanguage } from '../src/i18n/language.ts';
import { leave } from './screen.tsx';

/** Keys that React has found twice: it may then draw the same part again and again. */
const doubled: unknown[] = [];
const { error } = console;
console.error = (...reported: unknown[]) => {
  if (String(reported[0]).includes('two children with the same key')) doubled.push(reported[1]);
  error(...reported);
};

afterEach(async () => {
  leave();
  await showLanguage('en');
  const keys = doubled.splice(0);
  if (keys.length > 0) throw new Error(`Two siblings have the key ${keys.join(', ')}`);
});
