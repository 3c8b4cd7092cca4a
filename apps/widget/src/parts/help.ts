/** The help centre in the chat: loaded when somebody looks for help. */
export { startHelp } from '../help/help.ts';
