import { channel } from './channel.ts';

/** Actions of the assistant. Each call is made by the reply that needs it: the log lists it, nothing is repeated. */
export const action = channel({
  id: 'action',
  name: 'Actions',
  docs: 'actions',
  settings: null,
  queue: null,
  repeatable: false,
  isLogged: true,
});
