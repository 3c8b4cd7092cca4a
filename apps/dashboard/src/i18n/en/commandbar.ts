import { catalogue } from '../catalogue.ts';

export const commandBar = catalogue('commandbar', {
  commandBar: 'Command bar',
  search: 'Search conversations and commands',
  results: 'Results',
  conversations: 'Conversations',
  actions: 'Actions',
  nothingFound: 'Nothing found for “{query}”.',
  keyboardShortcuts: 'Keyboard shortcuts',
  greyedKeys: 'Greyed keys do nothing on this screen.',
});
