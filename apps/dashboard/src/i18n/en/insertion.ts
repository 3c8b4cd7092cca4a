import { catalogue } from '../catalogue.ts';

/** What the composer itself says of canned replies; the rest comes with them. */
export const insertion = catalogue('insertion', {
  button: 'Canned reply',
  buttonHint: 'Canned replies (type /)',
  command: 'Insert a canned reply',
  apply: 'Apply',
  notSent: 'Not sent yet',
  fillIn: 'Fill in “{blank}” before sending.',
});
