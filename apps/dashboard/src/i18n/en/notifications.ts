import { catalogue } from '../catalogue.ts';

export const notifications = catalogue('notifications', {
  mentionedYou: '{who} mentioned you',
  colleague: 'A colleague',
  show: 'Show',
  personNeeded: 'A person is needed.',
});
