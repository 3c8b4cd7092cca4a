/** Lists every channel by its id. A missing one, or one that lacks a required part, does not compile. */
export { action } from './action/channel.ts';
export { ai } from './ai/channel.ts';
export { email } from './email/channel.ts';
export { slack } from './slack/channel.ts';
export { telegram } from './telegram/channel.ts';
export { tigon } from './tigon/channel.ts';
export { trello } from './trello/channel.ts';
export { webhook } from './webhook/channel.ts';
export { widget } from './widget/channel.ts';
