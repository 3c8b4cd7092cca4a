import { catalogue } from '../catalogue.ts';

/** Starting conversations, and what follows on closed ones. */
export const starting = catalogue('starting', {
  closing: 'Closed conversations',
  newAfter: 'Message after closing',
  newAfterHint: 'What happens when a customer writes to a closed conversation.',
  reopens: 'Reopens it',
  startsAfter: 'New after {time}',
  continues: 'This conversation continues an earlier one.',
  start: 'New conversation',
  write: 'Write',
  to: 'To',
  toHint: 'Name or email address',
  nobody: 'Nobody found. Type a full email address to write to a new contact.',
  newAddress: 'Write to {address}',
  by: 'Channel',
  sentBy: 'Through {channel}',
  unreachable: 'No channel reaches this contact. They have no email address and haven’t written by chat or Telegram.',
  subject: 'Subject',
  messageHint: 'Write your message…',
  closeAfter: 'Close after sending',
  send: 'Start conversation',
  started: 'Conversation started',
  change: 'Change',
});
