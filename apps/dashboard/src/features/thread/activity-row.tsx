import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMe } from '../../auth/auth.tsx';
import { mayUndo } from '../../auth/rights.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { activityWords } from '../../live/activity-words.ts';
import { handOffWords, lineWords } from '../../live/hand-off-words.ts';
import { useUndo } from '../../live/undo.ts';
import { clockTime, exactTime } from '../../ui/times.ts';
import type { Row } from './rows.ts';
import styles from './thread.module.css';
import { OpenIt } from './splitting/moved-to.tsx';
import { lazyPart } from '../../loading/part.tsx';

const ActivityMenu = lazyPart(() => import('./activity-menu.tsx'));

type ActivityOfRow = Extract<Row, { kind: 'activity' }>;

/** Shows an activity in one line, with a way to undo it while that is possible. */
export function ActivityRow({ activity, can, undid }: ActivityOfRow) {
  const me = useMe();
  const isUndone = can === 'undone';
  const { split } = activity.after;
  return (
    <div className={styles.activity} data-undone={isUndone || undefined} title={reasonOf(activity)}>
      <bdi>{activityWords(activity, undid)}</bdi>
      {isUndone && <span className="sr-only">{undoWords('undone')}</span>}
      <time dateTime={activity.createdAt} title={exactTime(activity.createdAt)}>
        {clockTime(activity.createdAt)}
      </time>
      {split && !isUndone && <OpenIt conversationId={split.conversationId} />}
      {can === 'possible' && mayUndo(me, activity) && <WayBack activity={activity} undid={undid} />}
    </div>
  );
}

/** Why it was done, where the activity says so. */
const reasonOf = ({ body, after: { handOffSummary, reason } }: ActivityOfRow['activity']): string | undefined =>
  handOffSummary ? handOffWords(handOffSummary) : reason ? lineWords(reason) : (body ?? undefined);

/** A button where a pointer hovers; a menu where none does, and of many conversations a question how many of them. */
function WayBack({ activity, undid }: Pick<ActivityOfRow, 'activity' | 'undid'>) {
  const me = useMe();
  const { undo } = useUndo();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const { conversationId, activityNo, batchId, cause } = activity;
  const isRedo = undid?.isRedo === false;
  const isOwnBatch = batchId !== null && cause.by === 'representative' && cause.userId === me.id;
  const what = activityWords(activity, undid);
  const run = (scope: 'activity' | 'batch') =>
    undo({ conversationId, activityNo, isRedo, ...(scope === 'activity' && { scope }) });
  return (
    <span className={styles.wayBack}>
      <button
        type="button"
        aria-label={undoWords(isRedo ? 'redoThis' : 'undoThis', { what })}
        aria-haspopup={isOwnBatch ? 'menu' : undefined}
        onClick={({ currentTarget }) => (isOwnBatch ? setButton(currentTarget) : run('activity'))}
      >
        {undoWords(isRedo ? 'redo' : 'undo')}
      </button>
      <button
        type="button"
        aria-label={undoWords('more', { what })}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <Ellipsis size={14} aria-hidden />
      </button>
      <Suspense>
        {button && (
          <ActivityMenu
            button={button}
            isRedo={isRedo}
            isBatch={isOwnBatch}
            onUndo={run}
            onClose={() => setButton(null)}
          />
        )}
      </Suspense>
    </span>
  );
}
