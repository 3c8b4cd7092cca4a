import { catalogue } from '../catalogue.ts';

/** What the composer itself says of canned replies; the rest comes with them. */
export const insertion = catalogue('insertion', {
  button: 'Canned reply',
  buttonHint: 'Insert a canned reply: / at the start of a word',
  command: 'Insert a canned reply',
  apply: 'Apply',
  notSent: 'Not sent yet',
  fillIn: 'Fill in “{blank}” first. It is selected for you.',
});
