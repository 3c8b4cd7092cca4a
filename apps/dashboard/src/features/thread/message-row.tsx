import type { PendingMessage } from '@parley/client/outbox';
import type { Message } from '@parley/contracts/entities';
import { Check, CheckCheck, Clock, Quote, Sparkles, TriangleAlert } from 'lucide-react';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { memo, type ReactNode, Suspense, useRef, useState } from 'react';
import { useByNow } from '../../ui/clock.ts';
import { clockTime, dayName, exactTime } from '../../ui/times.ts';
import { useShownText } from './copilot/translated-text.tsx';
import { AttachmentList } from '../../domain/files/attachments.tsx';
import { usePlacedPictures } from '../../domain/files/placed-pictures.tsx';
import { NoteRow } from './notes/note-row.tsx';
import { useEmailOf } from './original-email/email-of-message.tsx';
import { useRevising } from './revisions/use-revising.tsx';
import { ActivityRow } from './activity-row.tsx';
import { MailRow } from './mail-row.tsx';
import { useContextMenu } from '../../ui/long-press.ts';
import type { Point } from '../../ui/menu-at.tsx';
import { MessageButtons } from './message-actions.tsx';
import { linkedText } from '../../ui/linked-text.tsx';
import { FormattedText, type PictureOf } from '../../ui/rich-text.tsx';
import type { Delivery, Row } from './rows.ts';
import { senderLabel, senderNameOf } from './sender-label.ts';
import { MovedTo } from './splitting/moved-to.tsx';
import { Quoted } from './quoting/quoted-message.tsx';
import { ReactionRow } from './reactions/reaction-row.tsx';
import { useMessageTools } from './reactions/use-message-tools.tsx';
import revisionStyles from '../../domain/revisions/revisions.module.css';
import styles from './thread.module.css';
import { refusalWords } from '../../api/call-error.ts';
import { common } from '../../i18n/en/common.ts';
import { files } from '../../i18n/en/files.ts';
import { revisions } from '../../i18n/en/revisions.ts';
import { thread } from '../../i18n/en/thread.ts';
import { lazyPart } from '../../loading/part.tsx';

const MessageMenu = lazyPart(() => import('./message-menu.tsx'));
const MessageSources = lazyPart(() => import('./message-sources.tsx'));
const MessageBlocks = lazyPart(() => import('./blocks/message-blocks.tsx'));
const MailsOfMessage = lazyPart(() => import('./sent-mails/mails-of-message.tsx'));
const ScheduledRow = lazyPart(() => import('../../domain/scheduled/scheduled-row.tsx'));

function Receipt({ delivery }: { delivery: Delivery }) {
  const words = delivery === 'delivered' ? thread('delivered') : thread(delivery);
  const Icon = delivery === 'sent' ? Check : CheckCheck;
  return (
    <span className={styles.receipt} data-read={delivery === 'read' || undefined} title={words}>
      <Icon size={14} aria-hidden />
      <span className="sr-inline">{words}</span>
    </span>
  );
}

interface BubbleProps {
  sender: Message['senderType'];
  name: string | null;
  opensGroup: boolean;
  text: string;
  /** The text with formatting, if it has any. */
  markdown?: string | undefined;
  /** The message it quotes. */
  quoted?: ReactNode;
  /** The files it brings. */
  attached?: ReactNode;
  /** Renders the pictures between its words. */
  pictureOf?: PictureOf | undefined;
  /** Replaces the text. */
  instead?: ReactNode;
  /** It takes the whole width, as a page does. */
  isWide?: boolean;
  meta: ReactNode;
  /** Opens the menu of the message. */
  onMenu?: ((element: HTMLElement, at: Point) => void) | undefined;
  children?: ReactNode;
}

function Bubble(props: BubbleProps) {
  const { sender, name, opensGroup, text, markdown, instead, isWide, quoted, attached, meta, onMenu, children } = props;
  const { pictureOf } = props;
  const bubble = useRef<HTMLDivElement>(null);
  const pressed = useContextMenu(onMenu && ((at) => bubble.current && onMenu(bubble.current, at)));
  return (
    <div className={styles.message} data-sender={sender} data-opens={opensGroup || undefined}>
      {opensGroup ? (
        <div className={styles.sender}>
          {sender === 'ai' && <Sparkles size={13} aria-hidden />}
          <span>{senderLabel(sender)}</span>
          {name && <bdi>{name}</bdi>}
        </div>
      ) : (
        <span className="sr-inline">{thread('sender', { sender: senderLabel(sender) })}</span>
      )}
      <div ref={bubble} className={styles.bubble} data-wide={isWide || undefined} data-held={onMenu && ''} {...pressed}>
        {quoted}
        {(text !== '' || instead) && (
          <div dir="auto" className={styles.text}>
            {instead ?? (markdown === undefined ? linkedText(text) : <FormattedText {...{ markdown, pictureOf }} />)}
          </div>
        )}
        {attached}
        <div className={styles.meta}>{meta}</div>
      </div>
      {children}
    </div>
  );
}

interface StoredMessageProps {
  row: Extract<Row, { kind: 'message' }>;
  actions: RowActions;
}

function StoredMessage({ row, actions }: StoredMessageProps) {
  const { isRevisable, mayReact, mayQuote, maySplit, hasEmails, hasParticipants, isMail = false, onJump } = actions;
  const { message, opensGroup, delivery } = row;
  const { senderType, createdAt, removedAt, movedTo, replyTo } = message;
  const shown = useShownText(message);
  const revising = useRevising(message, isRevisable);
  const tools = useMessageTools(message, {
    mayReact,
    mayQuote,
    maySplit: maySplit === true,
    mayForward: hasEmails === true,
    mayChooseRecipients: mayQuote && hasEmails === true && hasParticipants === true,
  });
  const [showsSources, setShowsSources] = useState(false);
  const email = useEmailOf(message, { isMail, className: styles.sources, text: linkedText(message.content) });
  // A translation is of the text.
  const html = shown.text === message.content ? email.instead : null;
  const markdown = shown.text === message.content ? message.markdown : undefined;
  const { pictureOf, placed } = usePlacedPictures(message, markdown);
  const listed =
    message.attachments?.filter(
      ({ id }) => !placed.includes(id) && (html === null || !email.shownFiles.includes(id)),
    ) ?? [];
  const [menu, setMenu] = useState<{ element: HTMLElement; point: Point } | null>(null);
  const offered = removedAt ? [] : [...tools.actions, ...revising.actions];
  return (
    <Bubble
      onMenu={removedAt || revising.field ? undefined : (element, point) => setMenu({ element, point })}
      sender={senderType}
      name={senderNameOf(message)}
      opensGroup={opensGroup}
      text={shown.text}
      markdown={markdown}
      pictureOf={pictureOf}
      quoted={!removedAt && replyTo && <Quoted quoted={replyTo} onJump={onJump} />}
      attached={
        !removedAt && (
          <>
            {listed.length > 0 && <AttachmentList attachments={listed} />}
            {message.blocks && (
              <Suspense>
                <MessageBlocks blocks={message.blocks} response={row.response} />
              </Suspense>
            )}
          </>
        )
      }
      instead={
        removedAt ? (
          <i title={exactTime(removedAt)}>
            {movedTo === undefined ? revisions('removed') : <MovedTo conversationId={movedTo} />}
          </i>
        ) : (
          (revising.field ?? html)
        )
      }
      isWide={html !== null && html !== false}
      meta={
        <>
          {message.sources && (
            <button
              type="button"
              className={styles.sources}
              aria-expanded={showsSources}
              onClick={() => setShowsSources(!showsSources)}
            >
              <Quote size={12} aria-hidden />
              {thread('sources')}
            </button>
          )}
          {email.buttons}
          {!removedAt && (
            <span className={revisionStyles.actions}>
              <MessageButtons actions={offered} />
            </span>
          )}
          {revising.dialogs}
          {tools.palette}
          {revising.mark}
          {shown.mark}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {clockTime(createdAt)}
          </time>
          {delivery && <Receipt delivery={delivery} />}
        </>
      }
    >
      <ReactionRow message={message} mayReact={mayReact} />
      {hasEmails && senderType !== 'customer' && (
        <Suspense>
          <MailsOfMessage conversationId={message.conversationId} seq={message.seq} />
        </Suspense>
      )}
      {email.below}
      <Suspense>
        {menu && <MessageMenu {...menu} text={shown.text} actions={offered} onClose={() => setMenu(null)} />}
      </Suspense>
      {showsSources && (
        <Suspense>
          <MessageSources conversationId={message.conversationId} seq={message.seq} />
        </Suspense>
      )}
    </Bubble>
  );
}

interface RowActions {
  onRetry: (pending: PendingMessage) => void;
  onEdit: (pending: PendingMessage) => void;
  onDiscard: (pending: PendingMessage) => void;
  /** Cancels a message that waits on the server. */
  onUndo: (scheduled: ScheduledMessage) => void;
  /** Sent messages can be edited and deleted: the customer uses the widget. */
  isRevisable: boolean;
  /** Reactions can be put on messages: the customer sees them. */
  mayReact: boolean;
  /** The reply can quote a message. */
  mayQuote: boolean;
  /** Messages can move into a conversation of their own. */
  maySplit?: boolean;
  /** Its messages are mailed to the customer too. */
  hasEmails?: boolean;
  hasParticipants?: boolean;
  /** The conversation is held by email. */
  isMail?: boolean;
  /** Brings a message into view. */
  onJump: (seq: number) => void;
}

function PendingBubble({
  pending,
  opensGroup,
  actions,
}: {
  pending: PendingMessage;
  opensGroup: boolean;
  actions: RowActions;
}) {
  const { state, between } = pending;
  const meta =
    state === 'sending' ? (
      <span title={thread('sending')}>
        <Clock size={13} aria-hidden />
        <span className="sr-inline">{thread('sending')}</span>
      </span>
    ) : (
      <span className={styles.notSent}>{thread('notSent')}</span>
    );
  const count = pending.more?.attachments?.length ?? 0;
  const writer = between?.findLast(({ senderType }) => senderType !== 'customer')?.senderName ?? common('someone');
  return (
    <Bubble
      sender="representative"
      name={thread('you')}
      opensGroup={opensGroup}
      text={pending.more?.original?.text ?? pending.content}
      markdown={pending.more?.markdown}
      attached={count > 0 && files('count', { count })}
      meta={meta}
    >
      {state !== 'sending' && (
        <div className={styles.trouble} role="alert">
          <TriangleAlert size={14} aria-hidden />
          <span>
            {state === 'held'
              ? thread('answeredMeanwhile', { who: writer })
              : refusalWords(pending.code, pending.reason ?? thread('refused'))}
          </span>
          <button type="button" onClick={() => actions.onRetry(pending)}>
            {state === 'held' ? thread('sendAnyway') : common('tryAgain')}
          </button>
          <button type="button" onClick={() => actions.onEdit(pending)}>
            {common('edit')}
          </button>
          <button type="button" onClick={() => actions.onDiscard(pending)}>
            {thread('discard')}
          </button>
        </div>
      )}
    </Bubble>
  );
}

function Day({ at }: { at: string }) {
  const words = useByNow((now) => dayName(at, now));
  return (
    <div className={styles.day}>
      <span title={exactTime(at)}>{words}</span>
    </div>
  );
}

export const ThreadRow = memo(function ThreadRow({ row, actions }: { row: Row; actions: RowActions }) {
  switch (row.kind) {
    case 'day':
      return <Day at={row.at} />;
    case 'message':
      return <StoredMessage row={row} actions={actions} />;
    case 'activity':
      return <ActivityRow {...row} />;
    case 'mail':
      return <MailRow {...row} />;
    case 'note':
      return <NoteRow activity={row.activity} />;
    case 'pending':
      return <PendingBubble pending={row.pending} opensGroup={row.opensGroup} actions={actions} />;
    case 'scheduled':
      return (
        <Suspense>
          <ScheduledRow scheduled={row.scheduled} onUndo={actions.onUndo} />
        </Suspense>
      );
    case 'writing':
      return <Bubble sender="ai" name={null} opensGroup text={row.text} meta={<span>{thread('writing')}</span>} />;
  }
});
