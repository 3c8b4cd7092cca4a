import { catalogue } from '../catalogue.ts';

export const pushWords = catalogue('push', {
  title: 'Push notifications',
  workspace: 'Push notifications show at most',
  workspaceHint: 'Anyone can read a locked screen. Users can show less on their own devices.',
  full: 'Name and text',
  name: 'Name only',
  nothing: 'No details',
});
