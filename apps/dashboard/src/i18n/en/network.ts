import { catalogue } from '../catalogue.ts';

export const networkWords = catalogue('network', {
  title: 'Networks',
  hint: 'From where the team may sign in and work. Visitors and the widget are not concerned.',
  allowed: 'Allowed networks',
  allowedHint: 'One address or range per line, as in 203.0.113.0/24. With none, the team may come from everywhere.',
});
