import { useMe } from '../../auth/auth.tsx';
import Absences from '../../domain/absences/absences.tsx';
import { absenceWords } from '../../i18n/en/absences.ts';

/** Shows the absences of the user themselves. */
export function MyAbsences() {
  return <Absences userId={useMe().id} title={absenceWords('title')} />;
}
