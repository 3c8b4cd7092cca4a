import { useMe } from '../../auth/auth.tsx';
import Absences from '../../domain/absences/absences.tsx';
import Shifts from '../../domain/absences/shifts.tsx';
import { absenceWords } from '../../i18n/en/absences.ts';
import { shiftWords } from '../../i18n/en/shifts.ts';

/** Shows the shifts and absences of the user themselves. */
export function MyAbsences() {
  const { id } = useMe();
  return (
    <>
      <Shifts userId={id} title={shiftWords('title')} />
      <Absences userId={id} title={absenceWords('title')} />
    </>
  );
}
