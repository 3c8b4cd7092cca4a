import type { View } from '@parley/contracts/conversations/views';
import { CalendarClock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { views as words } from '../../i18n/en/views.ts';
import { useMineScheduled } from '../../domain/scheduled/scheduled.ts';
import { ViewButtons } from './view-buttons.tsx';
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

/** The saved views with their counts. */
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
      <ViewButtons
        views={views}
        selected={selected}
        Count={Count}
        onShow={onShow}
        onManage={() => setManaging(true)}
        isColumn={isColumn}
      >
        {scheduled > 0 && (
          <button type="button" className={styles.view} aria-haspopup="dialog" onClick={() => runCommand('scheduled')}>
            <CalendarClock size={14} aria-hidden />
            {scheduledWords('page')}
            <span className={styles.count} data-numbers>
              {scheduled}
            </span>
          </button>
        )}
      </ViewButtons>
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
