/** Files in the chat: loaded when there is a first one. */
export { startFiles } from '../files/files.ts';
