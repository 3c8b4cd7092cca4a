import type { Conversation } from '@parley/contracts/entities';
import { Link } from 'react-router-dom';
import { RatingTag } from '../../domain/rating/rating-tag.tsx';
import { revisions } from '../../i18n/en/revisions.ts';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { StatusTag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './visitor.module.css';

interface EarlierConversationsProps {
  conversations: readonly Conversation[];
  linkTo: (id: string) => string;
}

/** Lists what the customer wrote before, on any channel. */
export function EarlierConversations({ conversations, linkTo }: EarlierConversationsProps) {
  if (conversations.length === 0) return <p className={styles.quiet}>{words('none')}</p>;
  return (
    <ul className={styles.list}>
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <Link to={linkTo(conversation.id)}>
            <span dir="auto">
              {conversation.lastMessage
                ? conversation.lastMessage.content || revisions('removed')
                : words('noMessages')}
            </span>
            <span className={styles.quiet}>
              <StatusTag status={conversation.status} /> <RatingTag rating={conversation.rating} />{' '}
              <Time at={conversation.updatedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
