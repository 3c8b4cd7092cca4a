import { channel } from './channel.ts';

/** Actions of the assistant. Each call is made by the reply that needs it: the log tells of it, and nothing is made again. */
export const action = channel({
  id: 'action',
  name: 'Actions',
  docs: 'actions',
  settings: null,
  queue: null,
  repeatable: false,
  isLogged: true,
});
