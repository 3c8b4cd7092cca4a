import type { View } from '@parley/contracts/conversations/views';
import { CalendarClock, Layers } from 'lucide-react';
import { Suspense, useState } from 'react';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { views as words } from '../../i18n/en/views.ts';
import { useMineScheduled } from '../../domain/scheduled/scheduled.ts';
import styles from './views.module.css';
import { useListCount } from '../../live/view-counts.ts';
import type { ShownList } from './views.ts';
import { lazyPart } from '../../loading/part.tsx';

const ManageViews = lazyPart(() => import('./manage-views.tsx'));

/** Number of views with a key: `g 1` to `g 9`. */
const keyed = 9;

interface ViewStripProps {
  views: readonly View[];
  selected: string | null;
  /** List on screen. */
  shown: ShownList;
  onShow: (view: string | null) => void;
  /** Stacks them, for the column beside the list; they are in one line otherwise. */
  isColumn: boolean;
}

/** The saved views with their counts, and the scheduled messages; nothing where there are none. */
export function ViewStrip({ views, selected, shown, onShow, isColumn }: ViewStripProps) {
  const [managing, setManaging] = useState(false);
  const scheduled = useMineScheduled().mine?.length ?? 0;
  useCommands([
    ...views.map(({ id, name }, index) => ({
      id: `view:${id}`,
      label: words('show', { name }),
      group: 'Go to' as const,
      ...(index < keyed && { keys: `g ${index + 1}` }),
      run: () => onShow(id),
    })),
    { id: 'views', label: words('manage'), group: 'Go to', keys: 'g v', run: () => setManaging(true) },
  ]);
  return (
    <>
      {(views.length > 0 || scheduled > 0) && (
        <fieldset className={isColumn ? styles.column : styles.strip}>
          <legend>{words('views')}</legend>
          {views.map(({ id, name, isBroken }) => (
            <button
              key={id}
              type="button"
              className={styles.view}
              aria-pressed={id === selected}
              onClick={() => onShow(id === selected ? null : id)}
            >
              <bdi>{name}</bdi>
              {isBroken ? <span title={words('broken')}>⚠</span> : <Count view={id} />}
            </button>
          ))}
          {views.length > 0 && (
            <button
              type="button"
              className={styles.view}
              aria-label={words('manage')}
              title={words('manage')}
              onClick={() => setManaging(true)}
            >
              <Layers size={14} aria-hidden />
              {isColumn && words('manage')}
            </button>
          )}
          {scheduled > 0 && (
            <button
              type="button"
              className={styles.view}
              aria-haspopup="dialog"
              onClick={() => runCommand('scheduled')}
            >
              <CalendarClock size={14} aria-hidden />
              {scheduledWords('page')}
              <span className={styles.count} data-numbers>
                {scheduled}
              </span>
            </button>
          )}
        </fieldset>
      )}
      <Suspense>{managing && <ManageViews shown={shown} views={views} onClose={() => setManaging(false)} />}</Suspense>
    </>
  );
}

/** Separate component, so that a count that changes renders no other. */
function Count({ view }: { view: string }) {
  const count = useListCount(view);
  return (
    count !== undefined && (
      <span className={styles.count} data-numbers>
        {count}
      </span>
    )
  );
}
