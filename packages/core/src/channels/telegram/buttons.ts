/** Buttons below a message: a link, or one that sends its label as the customer's message. */
import type { MessageButton } from '@parley/contracts/messages/blocks';

/** Returns a button of Telegram's. https://core.telegram.org/bots/api#inlinekeyboardbutton */
export const keyOf = ({ id, label, url }: MessageButton) =>
  url === undefined ? { text: label, callback_data: `press ${id}` } : { text: label, url };

/** Returns the id of a pressed button; undefined for any other button. */
export const pressedButton = (data: string): string | undefined => /^press ([\w-]{1,32})$/.exec(data)?.[1];
