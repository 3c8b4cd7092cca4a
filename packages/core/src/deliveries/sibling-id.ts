/** Derives ids for the several webhook events of one event. */

/**
 * Returns the id of one of several webhook events that an event causes. It sorts next to the event's id, because
 * deliveries to one receiver are sent in that order.
 */
export const siblingId = (eventId: string, index: number): string => eventId.slice(0, -1) + index.toString(16);
