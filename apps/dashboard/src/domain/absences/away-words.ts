import type { Representative } from '@parley/contracts/entities';
import { absenceWords } from '../../i18n/en/absences.ts';
import { untilDay } from '../../ui/times.ts';

/** "Away until Mon, Ben covers"; undefined for users who are not absent. */
export function awayWords({ absence }: Pick<Representative, 'absence'>): string | undefined {
  if (!absence) return undefined;
  const day = untilDay(absence.until, Date.now());
  return absence.coveredBy
    ? absenceWords('awayCovered', { day, name: absence.coveredBy.name })
    : absenceWords('away', { day });
}
