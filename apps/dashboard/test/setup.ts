/** Cleans up after each test of every file. */
import { afterEach } from 'vitest';
import { showLanguage } from '../src/i18n/language.ts';
import { leave } from './screen.tsx';

afterEach(async () => {
  leave();
  await showLanguage('en');
});
