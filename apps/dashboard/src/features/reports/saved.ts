/** Saved reports: the list, which of them is on screen, and what is done with one. */
import { reportAddress, type ReportState } from '@parley/contracts/reports/address';
import type { SavedReport } from '@parley/contracts/reports/saved';
import { listSavedReports, mailSavedReport, updateSavedReport } from '@parley/contracts/routes/saved-reports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/call.ts';
import { alwaysFresh, keyOf, read } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { useMay } from '../../forms/permissions.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { useFrames } from '../../live/live.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';

const none: readonly SavedReport[] = [];

/** Returns the saved reports by name; empty until they are loaded, and for users who see their own figures alone. */
export function useSavedReports(): readonly SavedReport[] {
  const client = useQueryClient();
  const enabled = mayAlways(useMe(), 'reports.read');
  const renew = useCallback(
    ({ type }: { type: string }) => {
      if (type === 'views_updated') void client.invalidateQueries({ queryKey: keyOf(listSavedReports) });
    },
    [client],
  );
  // Here and not with all frames: the routes of saved reports are not in the first script.
  useFrames(renew);
  return useQuery({ ...read(listSavedReports, {}), ...alwaysFresh, enabled }).data ?? none;
}

export const stateOf = ({ report, selection }: SavedReport): ReportState => ({ ...selection, report, opened: null });

/** Returns a selection as text that doesn't depend on the order of its keys. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([key, each]) => [key, canonical(each)]);
};

/** Whether a saved report shows the same as the screen. */
export const isShown = (saved: SavedReport, state: ReportState): boolean => {
  const filterOf = ({ filter }: ReportState) => JSON.stringify(canonical(filter));
  const own = stateOf(saved);
  const rest = (each: ReportState) => reportAddress({ ...each, filter: null, opened: null });
  return rest(own) === rest(state) && filterOf(own) === filterOf(state);
};

/** Returns whether the user may change a saved report. */
export function useMayChange(): (saved: SavedReport) => boolean {
  const { id } = useMe();
  const mayManage = useMay('views.manage');
  return ({ ownerId }) => ownerId === id || mayManage;
}

/** Mails a report to the user now. */
export function useSendNow() {
  const { email } = useMe();
  return useMutation({
    mutationFn: (id: string) => call(mailSavedReport, { params: { id } }),
    onSuccess: () => toast({ title: reportWords('sentNow', { address: email }) }),
    onError: (error) => toastFailure(error),
  });
}

/** Pauses or resumes the mails of a report. */
export function usePause() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, schedule }: SavedReport) =>
      call(updateSavedReport, {
        params: { id },
        body: {
          schedule: schedule && { ...schedule, isPaused: !schedule.isPaused },
          expected: { schedule },
        },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listSavedReports) }),
    onError: (error) => toastFailure(error),
  });
}
