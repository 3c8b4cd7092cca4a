import { catalogue } from '../catalogue.ts';

/** Conversations that are read as one. */
export const merging = catalogue('merging', {
  mergeInto: 'Merge into…',
  title: 'Merge this conversation',
  hint: 'It closes and leads to the one you choose, where its messages stand above the others. The customer notices nothing. You can undo it.',
  which: 'Into which conversation?',
  none: 'This person has no other conversation that it could go into.',
  noneOpen: 'This person’s other conversations are closed. Reopen one to merge into it.',
  otherPerson: 'Is it under somebody else’s name? {link} first.',
  mergeContacts: 'Merge the contacts',
  merge: 'Merge',
  merged: 'Conversations merged',
  leadsOn: 'This conversation was merged into another one, and goes on there.',
  openIt: 'Open it',
  mergedFrom: 'Merged from {where}',
  messages: { one: '{count} message', other: '{count} messages' },
  earlierPart: 'What was said in the merged conversation',
  beginning: 'Its beginning stands in the conversation itself.',
});
