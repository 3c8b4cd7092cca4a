/** The ids of what one event becomes. */

/**
 * One event can mean two webhook events; each gets an id of its own that sorts where its event sorts, because deliveries
 * to one receiver go out in that order.
 */
export const siblingId = (eventId: string, index: number): string => eventId.slice(0, -1) + index.toString(16);
