/** Values of fields for date and time (`datetime-local`), in the time zone that the reader is shown. */
import { instantAt, localTime } from '@parley/contracts/schedules/time-zones';
import { timeZoneShown } from '../i18n/time-format.ts';

/** Returns a moment as such a field has it. */
export const asFieldValue = (at: Date): string =>
  new Date(localTime(timeZoneShown(), at.getTime())).toISOString().slice(0, 16);

/** Returns the moment of a value of such a field. */
export const ofFieldValue = (value: string): Date => new Date(instantAt(timeZoneShown(), Date.parse(`${value}Z`)));
