import { catalogue } from '../catalogue.ts';

export const times = catalogue('times', {
  justNow: 'just now',
  today: 'Today',
  yesterday: 'Yesterday',
});
