/** Limits of topics. */

export const topicNameMaxLength = 60;
/** Topics that are kept, hidden ones included. */
export const topicsMax = 100;
/** Conversations that make a topic, at least. */
export const topicSizeMin = 5;
