import { Button } from '@chakra-ui/react';
import { Check, Circle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { firstRun } from '../../i18n/en/firstrun.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './checklist.module.css';
import { useSteps } from './steps.ts';

/**
 * Lists what an installation needs before a first conversation can start, each with a link. Steps are checked by what
 * is stored, live; only that the embed code was copied is stored in this browser. It is hidden once all are done,
 * except in the settings, where it can also be taken out of the sidebar and put back.
 */
export function Checklist({ isInSettings = false }: { isInSettings?: boolean }) {
  const steps = useSteps();
  const { setUpDismissed } = usePreferences();
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const isDone = steps?.length === done;
  if (!steps || (isDone && !isInSettings)) return null;
  return (
    <Panel
      title={isInSettings ? settingsNav('setUp') : firstRun('getStarted')}
      description={firstRun('doneOf', { done, all: steps.length })}
      action={
        isInSettings &&
        !isDone && (
          <Button size="xs" variant="outline" onClick={() => setPreference('setUpDismissed', !setUpDismissed)}>
            {firstRun(setUpDismissed ? 'showInSidebar' : 'hideFromSidebar')}
          </Button>
        )
      }
      flush
    >
      <ul className={styles.steps}>
        {steps.map(({ label, note, isDone: isStepDone, to }) => (
          <li key={label}>
            <Link className={styles.step} to={to} data-done={isStepDone || undefined}>
              {isStepDone ? <Check size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
              <span className={styles.what}>
                {label}
                <span className="sr-only">{isStepDone ? firstRun('done') : firstRun('toDo')}</span>
                <small aria-live="polite">{note}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
