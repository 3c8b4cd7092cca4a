/** The screen of every channel that has a tab, by its id: one that is missing here does not compile. */
export { ai } from './ai.tsx';
export { email } from './email.tsx';
export { instagram } from './instagram.tsx';
export { messenger } from './messenger.tsx';
export { msteams } from './msteams.tsx';
export { sms } from './sms.tsx';
export { slack } from './slack.tsx';
export { telegram } from './telegram.tsx';
export { tigon } from './tigon.tsx';
export { trello } from './trello.tsx';
export { whatsapp } from './whatsapp.tsx';
