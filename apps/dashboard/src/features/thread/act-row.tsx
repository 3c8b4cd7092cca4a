import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMe } from '../../auth/auth.tsx';
import { mayUndo } from '../../auth/rights.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { actWords } from '../../live/act-words.ts';
import { handOffWords } from '../../live/hand-off-words.ts';
import { useUndo } from '../../live/undo.ts';
import { clockTime, exactTime } from '../../ui/times.ts';
import type { Row } from './rows.ts';
import styles from './thread.module.css';
import { lazyPart } from '../../loading/part.tsx';

const ActMenu = lazyPart(() => import('./act-menu.tsx'));

type ActOfRow = Extract<Row, { kind: 'act' }>;

/** Shows an activity in one line, with a way to undo it while that is possible. */
export function ActRow({ act, can, undid }: ActOfRow) {
  const me = useMe();
  const isUndone = can === 'undone';
  return (
    <div
      className={styles.act}
      data-undone={isUndone || undefined}
      title={act.body ? handOffWords(act.body) : undefined}
    >
      <bdi>{actWords(act, undid)}</bdi>
      {isUndone && <span className="sr-only">{undoWords('undone')}</span>}
      <time dateTime={act.createdAt} title={exactTime(act.createdAt)}>
        {clockTime(act.createdAt)}
      </time>
      {can === 'possible' && mayUndo(me, act) && <WayBack act={act} undid={undid} />}
    </div>
  );
}

/** A button where a pointer hovers; a menu where none does, and of many conversations a question how many of them. */
function WayBack({ act, undid }: Pick<ActOfRow, 'act' | 'undid'>) {
  const me = useMe();
  const { undo } = useUndo();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const { conversationId, actNo, batchId, cause } = act;
  const isRedo = undid?.isRedo === false;
  const isOwnBatch = batchId !== null && cause.by === 'representative' && cause.userId === me.id;
  const what = actWords(act, undid);
  const run = (scope: 'act' | 'batch') => undo({ conversationId, actNo, isRedo, ...(scope === 'act' && { scope }) });
  return (
    <span className={styles.wayBack}>
      <button
        type="button"
        aria-label={undoWords(isRedo ? 'redoThis' : 'undoThis', { what })}
        aria-haspopup={isOwnBatch ? 'menu' : undefined}
        onClick={({ currentTarget }) => (isOwnBatch ? setButton(currentTarget) : run('act'))}
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
          <ActMenu button={button} isRedo={isRedo} isBatch={isOwnBatch} onUndo={run} onClose={() => setButton(null)} />
        )}
      </Suspense>
    </span>
  );
}
