import { catalogue } from '../catalogue.ts';

export const documentationWords = catalogue('documentation', {
  notLoaded: 'The documentation could not be loaded.',
  title: 'Documentation',
  inEnglish: 'This page is in English.',
  back: 'Back to Integrations',
});
