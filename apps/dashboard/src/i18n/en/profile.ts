import { catalogue } from '../catalogue.ts';

export const profile = catalogue('profile', {
  language: 'Language',
  languageHint: 'Of this dashboard, on all your devices.',
  languageOfBrowser: 'As the browser',
});
