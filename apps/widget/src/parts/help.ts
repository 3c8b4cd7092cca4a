/** The help centre in the chat: loaded when a visitor opens it. */
export { startHelp } from '../help/help.ts';
