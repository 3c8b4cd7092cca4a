import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { common } from '../../i18n/en/common.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { thread } from '../../i18n/en/thread.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { customerLabel } from '../../ui/person.ts';
import styles from '../../domain/scheduled/scheduled.module.css';
import ScheduledRow from '../../domain/scheduled/scheduled-row.tsx';
import { takeBack, useMineScheduled } from '../../domain/scheduled/scheduled.ts';

/** Lists the user's scheduled messages of all conversations, the soonest first. */
export default function ScheduledDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title={scheduledWords('showMine')} size="lg" onClose={onClose}>
      <Scheduled onLeave={onClose} />
    </DialogFrame>
  );
}

function Scheduled({ onLeave }: { onLeave: () => void }) {
  const client = useQueryClient();
  const { mine, error, refetch } = useMineScheduled();
  if (error && !mine) return <FailedState error={error} retry={() => void refetch()} />;
  if (!mine) return <p aria-busy>{common('loading')}</p>;
  if (mine.length === 0)
    return (
      <EmptyState
        icon={CalendarClock}
        title={scheduledWords('none')}
        action={
          <EmptyAction to="/conversations" onClick={onLeave}>
            {thread('allConversations')}
          </EmptyAction>
        }
      >
        {scheduledWords('noneHint')}
      </EmptyState>
    );
  return (
    <ul className={styles.mine}>
      {mine.map((each) => (
        <li key={each.id}>
          <Link to={`/conversations?selected=${each.conversationId}`} onClick={onLeave}>
            <bdi>{customerLabel({ ...each, id: each.conversationId })}</bdi>
          </Link>
          <ScheduledRow scheduled={each} onUndo={() => void takeBack(client, each)} />
        </li>
      ))}
    </ul>
  );
}
