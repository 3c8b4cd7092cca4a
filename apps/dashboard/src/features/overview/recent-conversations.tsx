import { recentConversationsOnOverview } from '@parley/contracts/conversations/limits';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Link } from 'react-router-dom';
import { overviewWords } from '../../i18n/en/overview.ts';
import { conversationList } from '../../live/conversation-cache.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { customerLabel, websiteLabel } from '../../ui/person.ts';
import { StatusTag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './overview.module.css';

export function RecentConversations() {
  const list = useQuery(conversationList({}));
  const recent = list.data?.items.slice(0, recentConversationsOnOverview);
  return (
    <Panel
      title={overviewWords('recentConversations')}
      flush
      action={
        <Link className={styles.more} to="/conversations">
          {overviewWords('viewAll')}
        </Link>
      }
    >
      <Awaited read={list} lines={recentConversationsOnOverview} />
      {recent?.length === 0 && (
        <EmptyState icon={Inbox} title={overviewWords('noConversations')} compact action={null}>
          {overviewWords('noConversationsHint')}
        </EmptyState>
      )}
      <ul className={`${styles.list} ${styles.recent}`}>
        {recent?.map((conversation) => (
          <li key={conversation.id}>
            <Link className={styles.entry} to={`/conversations?selected=${conversation.id}`}>
              <span className={styles.who}>
                <bdi>{customerLabel(conversation)}</bdi>
                <small>{websiteLabel(conversation)}</small>
              </span>
              <small>
                <Time at={conversation.updatedAt} short />
              </small>
              <span className={styles.status}>
                <StatusTag status={conversation.status} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
