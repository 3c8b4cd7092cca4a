import type { Conversation } from '@parley/contracts/entities';
import { memo, type MouseEvent, type ReactNode } from 'react';
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
import { isLow, RatingTag } from '../../domain/rating/rating-tag.tsx';
import { DueTag, isDue, useIsDueSoon } from '../../domain/sla/due-tag.tsx';
import { TeamMark } from '../../domain/users/team-mark.tsx';
import { SnoozeMark } from '../../domain/snooze/snooze-mark.tsx';
import { RowTags } from '../../domain/tags/row-tags.tsx';
import styles from './inbox.module.css';
import { RowViewers } from './row-viewers.tsx';
import { common } from '../../i18n/en/common.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { revisions } from '../../i18n/en/revisions.ts';
import { ui } from '../../i18n/en/ui.ts';
import { views } from '../../i18n/en/views.ts';
import type { Point } from '../../ui/menu-at.tsx';

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

/** Icons of lucide, each in one path: a row has many of them. */
const tick = 'M21.8 10A10 10 0 1 1 17 3.3M9 11l3 3L22 4';
const turn = 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8m0-5v5h5';
const alarm = 'M12 5a8 8 0 1 0 0 16 8 8 0 0 0 0-16m0 4v4l2 2M5 3 2 6m20 0-3-3';
const personPlus = 'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8m10 5v6m3-3h-6';
const dots = (
  <svg viewBox="0 0 24 24" width={16} height={16} className={styles.icon} aria-hidden>
    <path strokeWidth={4} d="M5 12h0m7 0h0m7 0h0" />
  </svg>
);

/** Actions on a row that a pointer is over; each has a key, too. */
export type RowAction = 'close' | 'snooze' | 'assign';

interface RowButtonProps {
  label: string;
  title: string;
  /** Key that does the same in the row with the cursor. */
  keys: string;
  onClick: () => void;
  children: ReactNode;
}

const RowButton = ({ label, title, keys, onClick, children }: RowButtonProps) => (
  <button type="button" aria-label={label} title={title} aria-keyshortcuts={keys} onClick={onClick}>
    <svg viewBox="0 0 24 24" width={15} height={15} className={styles.icon} aria-hidden>
      {children}
    </svg>
  </button>
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
  /** True if the list has conversations of several websites: each row shows its own. */
  hasManySites: boolean;
  mayUpdate: boolean;
  mayAssign: boolean;
  onAct: (action: RowAction, conversation: Conversation) => void;
  /** Shows all actions for it at the element that opened them, or where a pointer did. */
  onMenu: (conversation: Conversation, opener: HTMLElement, point?: Point) => void;
}

/** Separate component, as is the time beside it, so that the clock renders nothing else of a row. */
function Waiting({ since }: { since: string }) {
  const waited = useByNow((now) => waitingFor(since, now));
  const urgency = useByNow((now) => waitingUrgency(since, now));
  const title = inbox('waitingSince', { time: exactTime(since) });
  return <StatusTag quiet status="waiting" since={waited} urgency={urgency} title={title} />;
}

/** Time of the last activity; for screen readers alone where another clock is shown. */
function Updated({ at, isHidden }: { at: string; isHidden: boolean }) {
  const words = useByNow((now) => shortTime(at, now));
  if (isHidden)
    return (
      <time className="sr-inline" dateTime={at}>
        {inbox('updated')} {words}
      </time>
    );
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
    hasManySites,
    mayUpdate,
    mayAssign,
    onAct,
    onMenu,
  } = props;
  const { status, unreadCount, waitingSince, updatedAt, representative, assignedRepresentativeId } = conversation;
  const customer = customerLabel(conversation);
  const owner = representative ? inbox('assignedTo', { name: representative }) : inbox('assignedToSomebody');
  const isClosed = status === 'closed';
  const isDueSoon = useIsDueSoon(conversation);
  const waitsSince = status === 'waiting' && !isDueSoon ? waitingSince : null;
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
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(conversation, event.currentTarget, { x: event.clientX, y: event.clientY });
        }}
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
          <span dir="ltr" className={hasManySites ? styles.site : 'sr-inline'}>
            {pageLabel(conversation)}
          </span>
          {(conversation.tagIds.length > 0 || conversation.teamId) && (
            <span className={styles.marks}>
              {conversation.tagIds.length > 0 && <RowTags tagIds={conversation.tagIds} />}
              {conversation.teamId && <TeamMark teamId={conversation.teamId} />}
            </span>
          )}
          {isPressing && <PriorityMark priority={conversation.priority} />}
          {isLow(conversation.rating) && <RatingTag rating={conversation.rating} />}
          {conversation.snoozedUntil && <SnoozeMark until={conversation.snoozedUntil} />}
          {status === 'active' && <span className="sr-inline">{ui(status)}</span>}
          {status !== 'active' && waitsSince === null && !isDueSoon && <StatusTag quiet status={status} />}
          {status === 'waiting' && isDueSoon && <span className="sr-inline">{ui(status)}</span>}
          <Updated at={updatedAt} isHidden={waitsSince !== null || isDueSoon} />
          {isDueSoon && isDue(conversation) && <DueTag due={conversation} />}
          {waitsSince !== null && <Waiting since={waitsSince} />}
          {assignedRepresentativeId !== null ? (
            <Avatar name={representative} size="xs" label={owner} className={styles.owner} />
          ) : isAnsweredByAssistant(conversation, assistantIsOn) ? (
            <Tag tone="plain">{common('aiAssisted')}</Tag>
          ) : (
            <span className={styles.nobody} role="img" aria-label={common('unassigned')} title={common('unassigned')} />
          )}
        </span>
        <span className={styles.line}>
          <span className={styles.preview}>
            {conversation.match ? (
              <MatchedText {...conversation.match} />
            ) : (
              <>
                {conversation.subject && <bdi className={styles.subject}>{conversation.subject}</bdi>}
                <Preview conversation={conversation} me={me} />
              </>
            )}
          </span>
          {viewers && <RowViewers viewers={viewers} />}
          {unreadCount > 0 && (
            <span className={styles.unread} data-numbers>
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
        <span className={styles.actions}>
          {mayUpdate && (
            <>
              <RowButton
                label={inbox(isClosed ? 'reopenWith' : 'closeWith', { customer })}
                title={isClosed ? inbox('reopen') : inbox('close')}
                keys="E"
                onClick={() => onAct('close', conversation)}
              >
                <path d={isClosed ? turn : tick} />
              </RowButton>
              <RowButton
                label={inbox('snoozeWith', { customer })}
                title={inbox('snooze')}
                keys="H"
                onClick={() => onAct('snooze', conversation)}
              >
                <path d={alarm} />
              </RowButton>
            </>
          )}
          {mayAssign && (
            <RowButton
              label={inbox('assignWith', { customer })}
              title={inbox('assign')}
              keys="A"
              onClick={() => onAct('assign', conversation)}
            >
              <path d={personPlus} />
            </RowButton>
          )}
          <button
            type="button"
            aria-label={inbox('actionsFor', { customer })}
            title={inbox('moreActions')}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => onMenu(conversation, currentTarget)}
          >
            {dots}
          </button>
        </span>
      )}
    </div>
  );
});
