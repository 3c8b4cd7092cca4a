import { catalogue } from '../catalogue.ts';

export const networkWords = catalogue('network', {
  title: 'Networks',
  hint: 'Where your team can sign in and work from. Visitors and the widget aren’t affected.',
  allowed: 'Allowed networks',
  allowedHint: 'One address or range per line, such as 203.0.113.0/24. Leave empty to allow all.',
});
