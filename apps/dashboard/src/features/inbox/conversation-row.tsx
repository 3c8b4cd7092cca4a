import type { Conversation } from '@parley/contracts/entities';
import { memo, type MouseEvent } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { useByNow } from '../../ui/clock.ts';
import { CustomerAvatar, CustomerName } from '../../ui/customer.tsx';
import { customerLabel, pageLabel } from '../../ui/person.ts';
import { StatusDot, StatusTag, Tag } from '../../ui/tag.tsx';
import { MatchedText } from '../../ui/matched-text.tsx';
import { exactTime, shortTime, shortTimeWidth, waitingFor, waitingUrgency } from '../../ui/times.ts';
import type { Viewers } from '../../live/viewers.ts';
import { isAnsweredByAssistant } from '../../live/assisted.ts';
import { PriorityMark } from '../../domain/priority/priority-mark.tsx';
import { TeamMark } from '../../domain/people/team-mark.tsx';
import { SnoozeMark } from '../../domain/snooze/snooze-mark.tsx';
import { RowTags } from '../../domain/tags/row-tags.tsx';
import styles from './inbox.module.css';
import { RowViewers } from './row-viewers.tsx';
import { common } from '../../i18n/en/common.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { revisions } from '../../i18n/en/revisions.ts';
import { views } from '../../i18n/en/views.ts';

/**
 * Shows the last message in one line, and its author. Its text is cut by itself: in a line that begins in Arabic, Latin
 * text would lose its beginning.
 */
function Preview({ conversation: { lastMessage }, me }: { conversation: Conversation; me: string }) {
  if (!lastMessage) return <span>{inbox('noMessages')}</span>;
  const { senderType, senderId, senderName } = lastMessage;
  // A message is never empty unless it was removed.
  const words = (lastMessage.content || revisions('removed')).slice(0, 160).replace(/\s+/g, ' ');
  const text = (
    <span key="text" dir="auto">
      {words}
    </span>
  );
  if (senderType === 'customer') return text;
  if (senderType === 'ai') return inbox.rich('fromAi', { text });
  if (senderId === me) return inbox.rich('fromYou', { text });
  return inbox.rich('fromColleague', { name: senderName ?? inbox('representative'), text });
}

/** The bin and the dots of lucide, each in one path. */
const bin = (
  <svg viewBox="0 0 24 24" width={15} height={15} className={styles.icon} aria-hidden>
    <path d="M10 11v6m4-6v6m5-11v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
  </svg>
);
const dots = (
  <svg viewBox="0 0 24 24" width={16} height={16} className={styles.icon} aria-hidden>
    <path strokeWidth={4} d="M5 12h0m7 0h0m7 0h0" />
  </svg>
);

/** Whether it is a plain click. All others are the browser's: in a new tab, in a window, saved. */
const isPlain = ({ button, metaKey, ctrlKey, altKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !altKey && !shiftKey;

interface ConversationRowProps {
  conversation: Conversation;
  isSelected: boolean;
  me: string;
  assistantIsOn: boolean;
  isCompact: boolean;
  /** Shows a menu in place of the parts that appear on hover. */
  isTouched: boolean;
  /** Other representatives who have it open. */
  viewers?: Viewers | undefined;
  /** Selected, to be changed together with others. */
  isPicked: boolean;
  onPick: ((id: string, isRange: boolean) => void) | undefined;
  /** Returns the address that the row links to. */
  linkTo: (id: string, messageSeq?: number) => string;
  onOpen: (id: string, messageSeq?: number) => void;
  onDelete: ((conversation: Conversation) => void) | undefined;
  /** Shows the actions for it, at the button that opens them. */
  onMenu: (conversation: Conversation, button: HTMLElement) => void;
}

/** Separate component, as is the time beside it, so that the clock renders nothing else of a row. */
function Waiting({ since }: { since: string }) {
  const waited = useByNow((now) => waitingFor(since, now));
  const urgency = useByNow((now) => waitingUrgency(since, now));
  const title = inbox('waitingSince', { time: exactTime(since) });
  return <StatusTag quiet status="waiting" since={waited} urgency={urgency} title={title} />;
}

function Updated({ at }: { at: string }) {
  const words = useByNow((now) => shortTime(at, now));
  return (
    <time className={styles.updated} style={{ minInlineSize: shortTimeWidth() }} dateTime={at} title={exactTime(at)}>
      <span className="sr-inline">{inbox('updated')} </span>
      {words}
    </time>
  );
}

/**
 * Row of the list: docs/product.md#conversations. It uses plain CSS, since the list moves while a representative types,
 * and no links of the router, each of which listens to the address.
 */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const {
    conversation,
    isSelected,
    me,
    assistantIsOn,
    isCompact,
    isTouched,
    viewers,
    isPicked,
    onPick,
    linkTo,
    onOpen,
    onDelete,
    onMenu,
  } = props;
  const { status, unreadCount, waitingSince, updatedAt, representative, assignedRepresentativeId } = conversation;
  const customer = customerLabel(conversation);
  const owner = representative ? inbox('assignedTo', { name: representative }) : inbox('assignedToSomebody');
  const isPressing = conversation.priority === 'urgent' || conversation.priority === 'high';
  return (
    <div
      className={styles.row}
      data-selected={isSelected || undefined}
      data-picked={isPicked || undefined}
      data-unread={unreadCount > 0 || undefined}
    >
      {onPick && (
        <input
          type="checkbox"
          className={styles.pick}
          aria-label={views('select', { customer })}
          checked={isPicked}
          onChange={({ nativeEvent }) =>
            onPick(conversation.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      )}
      <a
        href={linkTo(conversation.id, conversation.match?.seq)}
        className={styles.link}
        aria-current={isSelected ? 'true' : undefined}
        data-conversation={conversation.id}
        onClick={(event) => {
          const isPicking = isTouched && event.currentTarget.closest('[data-picking]') !== null;
          if (onPick && (event.shiftKey || isPicking)) onPick(conversation.id, event.shiftKey);
          else if (isPlain(event)) onOpen(conversation.id, conversation.match?.seq);
          else return;
          event.preventDefault();
        }}
      >
        {isCompact ? <StatusDot status={status} /> : <CustomerAvatar customer={conversation} status={status} />}
        <span className={styles.line}>
          <CustomerName customer={conversation} className={styles.customer} />
          {isPressing && <PriorityMark priority={conversation.priority} />}
          {conversation.snoozedUntil && <SnoozeMark until={conversation.snoozedUntil} />}
          {status === 'waiting' && waitingSince !== null ? (
            <Waiting since={waitingSince} />
          ) : (
            <StatusTag quiet status={status} />
          )}
          <Updated at={updatedAt} />
        </span>
        <span className={styles.line}>
          <span className={styles.preview}>
            <span dir="ltr" className={styles.site}>
              {pageLabel(conversation)}
            </span>
            {conversation.match ? (
              <MatchedText {...conversation.match} />
            ) : (
              <Preview conversation={conversation} me={me} />
            )}
          </span>
          {viewers && <RowViewers viewers={viewers} />}
          {conversation.tagIds.length > 0 && <RowTags tagIds={conversation.tagIds} />}
          {conversation.teamId && <TeamMark teamId={conversation.teamId} />}
          {assignedRepresentativeId === null ? (
            <Tag tone="plain">
              {isAnsweredByAssistant(conversation, assistantIsOn) ? common('aiAssisted') : common('unassigned')}
            </Tag>
          ) : (
            <Avatar name={representative} size="xs" label={owner} className={styles.owner} />
          )}
          {unreadCount > 0 && (
            <span className={styles.unread} data-figures>
              {unreadCount > 99 ? '99+' : unreadCount}
              <span className="sr-inline"> {inbox('unread')}</span>
            </span>
          )}
        </span>
      </a>
      {isTouched ? (
        <button
          type="button"
          className={styles.more}
          aria-label={inbox('actionsFor', { customer })}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(conversation, currentTarget)}
        >
          {dots}
        </button>
      ) : (
        onDelete && (
          <button
            type="button"
            className={styles.delete}
            aria-label={inbox('deleteWith', { customer })}
            title={inbox('deleteConversation')}
            onClick={() => onDelete(conversation)}
          >
            {bin}
          </button>
        )
      )}
    </div>
  );
});
