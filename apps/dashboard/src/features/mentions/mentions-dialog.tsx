import { mentionsPerPageMax } from '@parley/contracts/conversations/limits';
import { listMentions } from '@parley/contracts/routes/notes';
import { AtSign } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useRead } from '../../api/read.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { Facts } from '../../ui/facts.tsx';
import { customerLabel } from '../../ui/person.ts';
import { Time } from '../../ui/time.tsx';
import styles from '../../domain/notes/notes.module.css';
import { common } from '../../i18n/en/common.ts';
import { notes } from '../../i18n/en/notes.ts';
import { thread } from '../../i18n/en/thread.ts';

/** Lists the user's mentions, newest first; each links to its conversation. */
export default function MentionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title={notes('mentions')} onClose={onClose}>
      <Mentions onLeave={onClose} />
    </DialogFrame>
  );
}

function Mentions({ onLeave }: { onLeave: () => void }) {
  const { data, error, refetch } = useRead(listMentions, { query: { limit: mentionsPerPageMax } });
  if (error && !data) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <p aria-busy>{common('loading')}</p>;
  if (data.length === 0)
    return (
      <EmptyState
        icon={AtSign}
        title={notes('noMentions')}
        action={
          <EmptyAction to="/conversations" onClick={onLeave}>
            {thread('allConversations')}
          </EmptyAction>
        }
      >
        {notes('noMentionsHint')}
      </EmptyState>
    );
  return (
    <ul className={styles.mentions}>
      {data.map(({ conversationId, activityNo, actorName, body, createdAt, readAt, ...customer }) => (
        <li key={`${conversationId}.${activityNo}`} data-unread={readAt === null || undefined}>
          <Link to={`/conversations?selected=${conversationId}`} onClick={onLeave}>
            <header>
              <span>
                <Facts>
                  {actorName ?? common('someone')}
                  {customerLabel({ id: conversationId, ...customer })}
                </Facts>
              </span>
              <Time at={createdAt} />
            </header>
            <p dir="auto">{body}</p>
            {readAt === null && <span className="sr-only">{notes('notSeen')}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
