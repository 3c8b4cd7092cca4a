/** Limits of schedules: docs/product.md#limits. */

export const schedulesMax = 50;
/** Maximum number of working times on a day. */
export const scheduleRangesPerDayMax = 10;
export const scheduleExceptionsMax = 200;
export const scheduleNameMaxLength = 60;
/** Maximum size of a calendar of public holidays, and number of its days and events. */
export const holidayCalendarMaxBytes = 1024 * 1024;
export const holidaysMax = 1_000;
export const holidayEventsMax = 5_000;
