import { catalogue } from '../catalogue.ts';

/** Attributes of a contact and a conversation, in the visitor's panel. */
export const attributeWords = catalogue('attributes', {
  attributes: 'Attributes',
  define: 'Define attributes',
  yes: 'Yes',
  no: 'No',
  notSet: 'Not set',
  change: 'Change {name}',
  save: 'Save',
  fromPage: 'from the page',
  fromPageHint: 'Unsigned: any visitor could fake this',
  fromSystem: 'from your system',
  fromSystemHint: 'Signed by the website’s server',
  closeTitle: 'Before closing',
  closeHint: 'Fill in what is required to close this conversation.',
  closeSave: 'Save and close',
});
