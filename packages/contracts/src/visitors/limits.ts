/** Limits of visitors and the widget: docs/product.md#limits. Units are in the names. */

export const previewReplyDelayMs = 1_000;
/** Longest lifetime of the signed token with which a website identifies its visitor. */
export const identityTokenHoursMax = 24;
/** Conversations that a visitor's own list has at most. */
export const visitorConversationsMax = 50;
