import { catalogue } from '../catalogue.ts';

export const live = catalogue('live', {
  statusUpdated: 'Status updated',
  closed: 'Conversation closed',
  reopened: 'Conversation reopened',
  assignedTo: 'Conversation assigned to {name}',
  notAssigned: 'Failed to assign conversation. Please try again.',
  returnedToAssistant: 'Conversation handed back to AI',
  unassigned: 'Conversation unassigned',
});
