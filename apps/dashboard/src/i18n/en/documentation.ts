import { catalogue } from '../catalogue.ts';

export const documentationWords = catalogue('documentation', {
  notLoaded: 'Couldn’t load the documentation.',
  title: 'Documentation',
  inEnglish: 'This page is in English.',
  back: 'Back to Integrations',
});
