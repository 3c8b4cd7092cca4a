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
  split: 'Split off…',
  splitTitle: 'Split messages off',
  splitHint:
    'The messages move into a new conversation of the same customer. Answers to their emails go there. You can undo this until something happens there.',
  splitWhich: 'Which messages?',
  splitOnwards: 'This message and all after it',
  splitSingle: 'Single messages',
  splitMessages: 'Messages',
  splitButton: 'Split off',
  splitDone: 'Messages split off',
  notSplit: 'Couldn’t split the messages off',
  moved: 'Moved to another conversation.',
  beginning: 'See the conversation for the start.',
});
