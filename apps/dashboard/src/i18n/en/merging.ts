import { catalogue } from '../catalogue.ts';

/** Conversations that are read as one. */
export const merging = catalogue('merging', {
  mergeInto: 'Merge into…',
  title: 'Merge this conversation',
  hint: 'Its messages move to the top of the conversation you choose, and this one closes. The customer won’t notice. You can undo this.',
  which: 'Into which conversation?',
  none: 'This person has no other conversation.',
  noneOpen: 'This person’s other conversations are closed. Reopen one to merge into it.',
  otherPerson: 'Different contact? {link} first.',
  mergeContacts: 'Merge the contacts',
  merge: 'Merge',
  merged: 'Conversations merged',
  leadsOn: 'This conversation was merged into another one.',
  openIt: 'Open it',
  mergedFrom: 'Merged from {where}',
  messages: { one: '{count} message', other: '{count} messages' },
  earlierPart: 'Messages of the merged conversation',
  beginning: 'See the conversation for the start.',
});
