/** How a user reads dates and times. */

/** Order of day, month and year. */
export const dateFormats = ['dmy', 'mdy', 'ymd'] as const;
export type DateFormat = (typeof dateFormats)[number];

export const hourFormats = ['12h', '24h'] as const;
export type HourFormat = (typeof hourFormats)[number];

/** Null follows the browser, or the language. */
export interface TimeFormat {
  timeZone: string | null;
  dateFormat: DateFormat | null;
  hourFormat: HourFormat | null;
}
