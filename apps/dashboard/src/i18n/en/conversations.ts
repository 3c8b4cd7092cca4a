import { catalogue } from '../catalogue.ts';

/** The screen of the conversations; what is in its parts stands in their rooms. */
export const conversations = catalogue('conversations', {
  conversations: 'Conversations',
  backToList: 'Back to the list',
  deleted: 'Conversation deleted',
  select: 'Select a conversation',
  openFirst: 'Open the first',
  chooseOne: 'Pick one from the list, or press J or K.',
});
