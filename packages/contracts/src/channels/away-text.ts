import * as Type from 'typebox';

/** UTF-16 units, within one message of Telegram and WhatsApp. */
export const awayTextMaxLength = 4_000;

/** Setting of channels that answer customers who write outside the working times. */
export const AwayText = Type.String({
  maxLength: awayTextMaxLength,
  description: 'Answer to customers who write outside the working times, once a day; empty for none',
});
