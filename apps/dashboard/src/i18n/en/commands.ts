import { catalogue } from '../catalogue.ts';

export const commands = catalogue('commands', {
  Selection: 'Selected conversations',
  Conversation: 'Conversation',
  List: 'List',
  Row: 'Row',
  'Go to': 'Go to',
  General: 'General',
  Me: 'Me',
  ctrl: 'Ctrl',
  alt: 'Alt',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  Composer: 'Message field',
  newLine: 'New line',
});
