import type { Conversation } from '@parley/contracts/entities';
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { useNow } from '../../ui/clock.ts';
import { customerLabel, websiteLabel } from '../../ui/person.ts';
import { StatusDot, StatusTag, Tag } from '../../ui/tag.tsx';
import { exactTime, shortTime, waitingFor } from '../../ui/times.ts';
import styles from './inbox.module.css';
import { MatchedText } from '../../ui/matched-text.tsx';

const senderMarks = { customer: '', ai: 'AI: ', representative: 'You: ' } as const;

/** The last message in one line, and who wrote it. */
function previewOf({ lastMessage }: Conversation, me: string): string {
  if (!lastMessage) return 'No messages yet';
  const mark =
    lastMessage.senderType === 'representative' && lastMessage.senderId !== me
      ? `${lastMessage.senderName ?? 'Representative'}: `
      : senderMarks[lastMessage.senderType];
  return mark + lastMessage.content.slice(0, 160).replace(/\s+/g, ' ');
}

interface ConversationRowProps {
  conversation: Conversation;
  isSelected: boolean;
  me: string;
  assistantIsOn: boolean;
  /** Where the row leads. */
  to: string;
  onDelete: (conversation: Conversation) => void;
}

/** One entry of the list: docs/product.md#conversations. Plain CSS, since the list moves while somebody types. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isSelected, me, assistantIsOn, to, onDelete } = props;
  const now = useNow();
  const { status, unreadCount, waitingSince, updatedAt } = conversation;
  const customer = customerLabel(conversation);
  return (
    <div className={styles.row} data-selected={isSelected || undefined} data-unread={unreadCount > 0 || undefined}>
      <Link to={to} className={styles.link} aria-current={isSelected ? 'true' : undefined}>
        <span className={styles.line}>
          <StatusDot status={status} />
          <bdi className={styles.customer}>{customer}</bdi>
          {unreadCount > 0 && (
            <span className={styles.unread}>
              {unreadCount > 99 ? '99+' : unreadCount}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
        <span className={styles.preview}>
          <span className={styles.site}>{websiteLabel(conversation)}</span>
          {conversation.match ? (
            <MatchedText {...conversation.match} />
          ) : (
            <span dir="auto">{previewOf(conversation, me)}</span>
          )}
        </span>
        <span className={styles.line}>
          <StatusTag status={status} />
          {conversation.assignedRepresentativeId === null && (
            <Tag tone="outline">{assistantIsOn ? 'AI Assisted' : 'Unassigned'}</Tag>
          )}
          {waitingSince && status !== 'closed' && (
            <Tag tone="yellow" title={`Waiting since ${exactTime(waitingSince)}`}>
              waits {waitingFor(waitingSince, now)}
            </Tag>
          )}
          <time className={styles.updated} dateTime={updatedAt} title={exactTime(updatedAt)}>
            <span className="sr-only">Updated </span>
            {shortTime(updatedAt, now)}
          </time>
        </span>
      </Link>
      <button
        type="button"
        className={styles.delete}
        aria-label={`Delete conversation with ${customer}`}
        title="Delete conversation"
        onClick={() => onDelete(conversation)}
      >
        <Trash2 size={15} aria-hidden />
      </button>
    </div>
  );
});
