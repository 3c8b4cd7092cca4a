/** Lists every channel by its id. A missing one, or one that lacks a required part, does not compile. */
export { apiChannel as api_channel } from '../channels/api-channel/channel.ts';
export { email } from '../mail/channel.ts';
export { instagram } from '../channels/instagram/channel.ts';
export { messenger } from '../channels/messenger/channel.ts';
export { msteams } from './msteams/channel.ts';
export { sms } from '../channels/sms/channel.ts';
export { slack } from './slack/channel.ts';
export { telegram } from '../channels/telegram/channel.ts';
export { tigon } from './tigon/channel.ts';
export { trello } from './trello/channel.ts';
export { webhook } from './webhook/channel.ts';
export { whatsapp } from '../channels/whatsapp/channel.ts';
export { widget } from '../channels/widget/channel.ts';
