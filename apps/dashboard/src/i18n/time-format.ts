/** The user's time zone and formats of dates and times; null follows the browser, or the language. */
import type { TimeFormat } from '@parley/contracts/users/time-format';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let current: TimeFormat = { timeZone: null, dateFormat: null, hourFormat: null };
let ofBrowser: string | undefined;

export const timeFormat = (): TimeFormat => current;

/** Zone in which times are shown. */
export const timeZoneShown = (): string =>
  current.timeZone ?? (ofBrowser ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Shows all times so from now on. */
export function chooseTimeFormat({ timeZone, dateFormat, hourFormat }: TimeFormat): void {
  const isSame =
    timeZone === current.timeZone && dateFormat === current.dateFormat && hourFormat === current.hourFormat;
  if (isSame) return;
  current = { timeZone, dateFormat, hourFormat };
  for (const listener of listeners) listener();
}

export const useTimeFormat = (): TimeFormat =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, timeFormat);
