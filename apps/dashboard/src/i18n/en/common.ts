import { catalogue } from '../catalogue.ts';

/** Words of many places; a sentence of one place stands in the room of that place. */
export const common = catalogue('common', {
  cancel: 'Cancel',
  delete: 'Delete',
  edit: 'Edit',
  loading: 'Loading…',
  email: 'Email',
  aiAssistant: 'AI Assistant',
  updateFailed: 'Update failed',
  settingsUpdated: 'Settings updated',
  integrationUpdated: 'Integration updated',
  admin: 'admin',
  representative: 'representative',
  online: 'online',
  busy: 'busy',
  offline: 'offline',
});
