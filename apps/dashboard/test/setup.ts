/** What every file does after each of its tests. */
import { afterEach } from 'vitest';
import { showLanguage } from '../src/i18n/language.ts';
import { leave } from './screen.tsx';

afterEach(async () => {
  leave();
  await showLanguage('en');
});
