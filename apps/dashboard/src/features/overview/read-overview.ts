import { getOverview } from '@parley/contracts/routes/overview';
import { read } from '../../api/read.ts';
import { timeZoneShown } from '../../i18n/time-format.ts';
import { measuredTime } from '../../ui/times.ts';

/** Reads the present state of the team inbox, with days and hours in the viewer's time zone. */
export const overviewRead = () => read(getOverview, { query: { timeZone: timeZoneShown() } });

/** Stands in for a number that isn't measured. */
export const nothing = '–';

export const durationOf = (seconds: number | null | undefined): string =>
  typeof seconds === 'number' ? measuredTime(seconds) : nothing;
