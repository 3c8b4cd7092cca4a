import { dateAt } from '@parley/contracts/schedules/time-zones';
import { getReport } from '@parley/contracts/routes/reports';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { keyOf, read } from '../../api/read.ts';
import { useSettings } from '../../forms/settings.ts';
import { timeZoneShown } from '../../i18n/time-format.ts';
import { useFrames } from '../../live/live.tsx';
import { useByNow } from '../../ui/clock.ts';
import type { ReportState } from '@parley/contracts/reports/address';
import { daysOfState, queryOfState } from './report-state.ts';

/** Milliseconds between two reads of a report while conversations change. */
const renewMs = 5_000;

/** Returns the present date in the zone of reports, which is that of the business hours. */
export function useToday(): string {
  const zone = useSettings().data?.businessHours.timezone ?? timeZoneShown();
  return useByNow((now) => dateAt(zone, new Date(now)));
}

/** Reads a report. The figures before a change of the range stay until those of the new one are there. */
export function useReport(state: ReportState) {
  const today = useToday();
  const query = { ...queryOfState(state, today), ...(state.isCompared && { compare: true }) };
  useRenewed(daysOfState(state, today).to >= today);
  return useQuery({
    ...read(getReport, { params: { report: state.report }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Reads the reports on screen again while their conversations change: at most every five seconds. */
function useRenewed(isLive: boolean): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const renew = useCallback(
    ({ type }: { type: string }) => {
      if (!isLive || timer.current || !type.startsWith('conversation')) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        void client.invalidateQueries({ queryKey: keyOf(getReport).slice(0, 1) });
      }, renewMs);
    },
    [client, isLive],
  );
  useFrames(renew);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
