import { useEffect, useState } from 'react';
import { preferences, setPreference, usePreferences } from '../../preferences/preferences.ts';

/** Returns the local day as `2026-11-29`. */
const today = (): string => new Intl.DateTimeFormat('en-CA').format(new Date());

/**
 * Returns whether the cards of the system overview are shown, and what shows or hides them: shown on the day of the
 * first visit, folded from the next day on, unless the user chooses.
 */
export function useFold(): [isOpen: boolean, toggle: () => void] {
  const { systemOverview } = usePreferences();
  const [isFirstDay] = useState(() => ['', today()].includes(preferences().homeSince));
  useEffect(() => {
    if (preferences().homeSince === '') setPreference('homeSince', today());
  }, []);
  const isOpen = systemOverview === '' ? isFirstDay : systemOverview === 'open';
  return [isOpen, () => setPreference('systemOverview', isOpen ? 'folded' : 'open')];
}
