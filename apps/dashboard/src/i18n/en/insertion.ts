import { catalogue } from '../catalogue.ts';

/** Canned replies in the composer; the others are in `replies`. */
export const insertion = catalogue('insertion', {
  button: 'Canned reply',
  buttonHint: 'Canned replies (type /)',
  command: 'Insert a canned reply',
  apply: 'Apply',
  notSent: 'Not sent yet',
  fillIn: 'Fill in “{blank}” before sending.',
});
