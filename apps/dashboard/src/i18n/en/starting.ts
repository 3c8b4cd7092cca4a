import { catalogue } from '../catalogue.ts';

/** Starting conversations, and what follows on closed ones. */
export const starting = catalogue('starting', {
  closing: 'Closed conversations',
  newAfter: 'Message after closing',
  newAfterHint: 'What happens when a customer writes to a closed conversation.',
  reopens: 'Reopens it',
  startsAfter: 'New after {time}',
  continues: 'This conversation continues an earlier one.',
});
