import { catalogue } from '../catalogue.ts';

/** People on the emails of a conversation. */
export const emails = catalogue('emails', {
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  recipients: 'Email recipients',
  add: 'Add people',
  addTitle: 'Add people to the emails',
  addHint: 'They get a copy of each email to the customer. Their answers appear here under their own names.',
  addresses: 'Email addresses',
  addressesHint: 'Separate several with commas.',
  addAs: 'Add as',
  bccHint: 'Nobody else sees Bcc recipients.',
  notAddress: '{address} isn’t an email address.',
  added: 'They get the emails from now on',
  remove: 'Remove {name} from the emails',
  removed: '{name} no longer gets the emails',
});
