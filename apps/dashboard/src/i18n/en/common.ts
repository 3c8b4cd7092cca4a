import { catalogue } from '../catalogue.ts';

/** Words of many places; a sentence of one place stands in the room of that place. */
export const common = catalogue('common', {
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  edit: 'Edit',
  remove: 'Remove',
  someone: 'Someone',
  loading: 'Loading…',
  tryAgain: 'Try again',
  email: 'Email',
  aiAssistant: 'AI Assistant',
  aiAssisted: 'AI Assisted',
  unassigned: 'Unassigned',
  updateFailed: 'Update failed',
  deleteFailed: 'Delete failed',
  integrationUpdated: 'Integration updated',
  admin: 'admin',
  representative: 'representative',
  online: 'online',
  busy: 'busy',
  offline: 'offline',
});
