/** Limits of visitors and the widget: docs/product.md#limits. Units are in the names. */

export const previewReplyDelayMs = 1_000;
/** Longest lifetime of the signed token with which a website identifies its visitor. */
export const identityTokenHoursMax = 24;
/** New conversations that a visitor starts within an hour; messages of further ones go to their newest. */
export const visitorStartsPerHour = 10;
/** Conversations that a visitor's own list has at most. */
export const visitorConversationsMax = 50;
/** Events that pages track: how many are stored and for how long, sent in one call, shown in the panel; their lengths. */
export const trackedEventLimits = {
  stored: 100,
  days: 30,
  perCall: 20,
  shown: 20,
  properties: 20,
  nameLength: 200,
  keyLength: 100,
  valueLength: 200,
} as const;
