import { completeUntil } from '@parley/client/conversation';
import type { Followed, FollowedState } from '@parley/client/follow';
import type { Activity } from '@parley/contracts/conversations/activities';
import type { PendingMessage } from '@parley/client/outbox';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { measureElement, observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, MessageSquare } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { notifySoon } from '../../live/paced.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ThreadRow } from './message-row.tsx';
import { useOpenAt } from './open-at.ts';
import { messageKey, messageRows, type Row, rowsDrawn, unstoredRows } from './rows.ts';
import styles from './thread.module.css';
import { typingWords } from './typing-words.ts';
import { thread } from '../../i18n/en/thread.ts';

/** Events by which a user scrolls. */
const handEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Within this distance of its end the thread follows new messages. */
const endThreshold = 80;
/** Milliseconds that a scroll begun by hand goes on: a flick runs out. */
const byHandMs = 1_500;
/** Milliseconds after a change of rows or room in which the browser and the virtualizer may still move the content. */
const settlingMs = 250;
/** Number of rows that may arrive between two frames: a day, an activity, a message. */
const arrivingAtOnce = 3;
/** The page before the first message is fetched this early. */
const topThreshold = 600;

/**
 * Frames the thread if it was focused by key. A click on a message focuses it as well, and the first key after that
 * would make the browser draw the frame around a thread that was already in use.
 */
function useFrameByKey(scroller: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const box = scroller.current;
    const mark = () => box?.toggleAttribute('data-by-key', box.matches(':focus-visible'));
    box?.addEventListener('focus', mark);
    return () => box?.removeEventListener('focus', mark);
  }, [scroller]);
}

interface MessageListProps {
  followed: Followed;
  state: FollowedState;
  /** The message that is brought into view; the newest without one. */
  openAt: number | null;
  activities: readonly Activity[];
  pending: readonly PendingMessage[];
  scheduled: readonly ScheduledMessage[];
  me: string;
  /** Sentence that names the other representatives who have the conversation open. */
  viewers: string;
  isRevisable: boolean;
  mayReact: boolean;
  mayQuote: boolean;
  maySplit: boolean;
  /** Its messages are mailed to the customer too. */
  hasEmails: boolean;
  /** People beside the customer get its mails. */
  hasParticipants: boolean;
  /** The conversation is held by email. */
  isMail: boolean;
  /** The quoted message that is brought into view; a new object each time. */
  jump: { seq: number } | null;
  onJump: (seq: number) => void;
  /**
   * Text that was being written when the conversation was closed is hidden: no event reports that the writing stopped.
   */
  isClosed: boolean;
  /** Called when everything up to this message is in view. */
  onSeen: (seq: number) => void;
  onRetry: (pending: PendingMessage) => void;
  onEdit: (pending: PendingMessage) => void;
  onDiscard: (pending: PendingMessage) => void;
  onUndo: (scheduled: ScheduledMessage) => void;
}

/** Average number of characters in a line of a message. */
const lineLength = 80;
const lineHeight = 20;

const linesOf = (text: string): number =>
  text.split('\n').reduce((lines, each) => lines + Math.max(1, Math.ceil(each.length / lineLength)), 0);

/**
 * The height of a row as thread.module.css makes it, to the pixel where the text has one line: most are so, and a row
 * that is as high as was thought needs no second layout.
 */
function heightOfRow(row: Row | undefined): number {
  if (row?.kind === 'day') return 34;
  if (row?.kind === 'activity') return 28;
  if (row?.kind === 'mail') return 48;
  if (row?.kind === 'note') return 46 + linesOf(row.activity.body ?? '') * lineHeight;
  if (row?.kind === 'writing') return 64;
  if (row?.kind === 'scheduled') return 50 + linesOf(row.scheduled.content) * lineHeight;
  const text = row?.kind === 'message' ? row.message.content : (row?.pending.content ?? '');
  return (row?.opensGroup ? 64 : 34) + (linesOf(text) - 1) * lineHeight;
}

/**
 * Measures rows. Those that arrive at the end are measured by the observer in the same frame: a layout forced by the
 * document could come in the middle of a keystroke.
 */
function measureRow(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): number {
  const index = virtualizer.indexFromElement(element);
  const isArriving = virtualizer.scrollOffset !== null && index >= virtualizer.options.count - arrivingAtOnce;
  const isKnown = virtualizer.itemSizeCache.has(virtualizer.options.getItemKey(index));
  if (entry || isKnown || !isArriving) return measureElement(element, entry, virtualizer);
  return virtualizer.options.estimateSize(index);
}

/** The messages of one conversation, virtualised; the place under the eye stays where it is when older ones load. */
export function MessageList(props: MessageListProps) {
  const { followed, state, jump, activities, pending, scheduled, me, viewers, isRevisable, isClosed } = props;
  const {
    onSeen,
    onRetry,
    onEdit,
    onDiscard,
    onUndo,
    mayReact,
    mayQuote,
    maySplit,
    hasEmails,
    hasParticipants,
    isMail,
    onJump,
  } = props;
  const openAt = jump?.seq ?? props.openAt;
  const scroller = useRef<HTMLDivElement>(null);
  const rowsBox = useRef<HTMLDivElement>(null);
  useFrameByKey(scroller);
  const { messages, cursors } = state;
  const aiReply = isClosed ? null : state.aiReply;
  const stored = useMemo(() => messageRows(messages, cursors, activities), [messages, cursors, activities]);
  const rows = useMemo(
    () => [...stored, ...unstoredRows(pending, messages.at(-1), me, aiReply, scheduled)],
    [stored, pending, messages, me, aiReply, scheduled],
  );
  const actions = useMemo(
    () => ({
      onRetry,
      onEdit,
      onDiscard,
      onUndo,
      isRevisable,
      mayReact,
      mayQuote,
      maySplit,
      hasEmails,
      hasParticipants,
      isMail,
      onJump,
    }),
    [
      onRetry,
      onEdit,
      onDiscard,
      onUndo,
      isRevisable,
      mayReact,
      mayQuote,
      maySplit,
      hasEmails,
      hasParticipants,
      isMail,
      onJump,
    ],
  );

  const isEmpty = rows.every(({ kind }) => kind === 'activity');
  const followedTo = useRef<number>(null);
  // About what there is room for.
  const estimatedHeight = window.innerHeight / 2;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The rows are rendered with the thread, and laid out once with it.
    initialRect: { width: 0, height: estimatedHeight },
    // Rows at the end are rendered first; those at the top would be rendered for nothing.
    initialOffset: () =>
      openAt === null && !isEmpty
        ? Math.max(0, rows.reduce((sum, row) => sum + heightOfRow(row), 0) - estimatedHeight)
        : 0,
    // A scroll that follows the end is not the user's: it must not render at once and again when it is over.
    observeElementOffset: useCallback<typeof observeElementOffset<HTMLDivElement>>(
      (instance, notify) =>
        observeElementOffset(instance, (offset, isScrolling) =>
          notify(offset, isScrolling && offset !== followedTo.current),
        ),
      [],
    ),
    estimateSize: useCallback((index: number) => heightOfRow(rows[index]), [rows]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    measureElement: measureRow,
    overscan: 8,
    rangeExtractor: rowsDrawn,
    paddingStart: 16,
    // The typing line stands over the end.
    paddingEnd: 24,
    anchorTo: 'end',
    scrollEndThreshold: endThreshold,
  });

  // Opens at the newest message, unless the address contains another one.
  useLayoutEffect(() => {
    if (!isEmpty) virtualizer.scrollToEnd();
  }, [virtualizer, isEmpty]);

  const loadingOlder = useLoadOlder(followed, state, scroller, virtualizer);
  useOpenAt({ seq: openAt, jump }, followed, rows, virtualizer);
  const { isAtEnd, unseen, markSeen } = useAtEnd(
    { scroller, rowsBox, virtualizer, followedTo },
    completeUntil(state),
    openAt,
  );
  useReading(followed, completeUntil(state), isAtEnd, onSeen);

  const isAway = !isAtEnd && !isEmpty;
  const toEnd = () => {
    markSeen();
    virtualizer.scrollToEnd({ behavior: 'auto' });
  };
  useCommands(
    isAway ? [{ id: 'newest', label: thread('newestMessage'), group: 'Conversation', keys: 'n', run: toEnd }] : [],
  );

  const typing = isClosed ? '' : typingWords(state.typists);
  const shown = virtualizer.getVirtualItems();
  return (
    <div className={styles.threadBox}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={thread('messages')}
        aria-live="off"
        tabIndex={0}
        data-oldest={messages[0]?.seq}
      >
        {isEmpty && (
          <EmptyState
            icon={MessageSquare}
            title={thread('noMessages')}
            action={
              <EmptyAction onClick={() => runCommand(isClosed ? 'reopen' : 'write')}>
                {isClosed ? thread('reopen') : thread('writeMessage')}
              </EmptyAction>
            }
          >
            {thread('noMessagesHint')}
          </EmptyState>
        )}
        {loadingOlder && <div className={styles.older}>{thread('loadingOlder')}</div>}
        <div
          ref={rowsBox}
          className={styles.rows}
          style={{ blockSize: virtualizer.getTotalSize(), paddingBlockStart: shown[0]?.start }}
        >
          {shown.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-found={(openAt !== null && row.key === messageKey(openAt)) || undefined}
                >
                  <ThreadRow row={row} actions={actions} />
                </div>
              )
            );
          })}
        </div>
      </div>
      <LatestSpoken state={state} />
      <div className={styles.below}>
        <div className={styles.typing} aria-live="polite">
          {typing && (
            <>
              <i aria-hidden />
              {typing}
            </>
          )}
        </div>
        <output className={styles.viewers}>{viewers}</output>
      </div>
      {isAway && (
        <button type="button" className={styles.toEnd} onClick={toEnd}>
          <ArrowDown size={15} aria-hidden />
          {unseen > 0 ? thread('newMessages', { count: unseen }) : thread('newest')}
        </button>
      )}
    </div>
  );
}

/** Fetches the page before the first message when the top comes near. */
function useLoadOlder(
  followed: Followed,
  state: FollowedState,
  scroller: React.RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): boolean {
  const [loading, setLoading] = useState(false);
  const hasLoaded = useRef(false);
  const oldest = state.messages[0]?.seq ?? 1;
  useEffect(() => {
    const box = scroller.current;
    if (!box || oldest <= 1 || loading) return undefined;
    const load = () => {
      setLoading(true);
      followed
        .loadOlder()
        .then(
          () => (hasLoaded.current = true),
          // The next scroll tries again.
          () => (hasLoaded.current = false),
        )
        // Waits for the new rows: before them the top would be as near as it was, and another page would be loaded.
        .finally(() => notifySoon(() => setLoading(false)));
    };
    // Uses the virtualizer's offset, since asking the document would force another layout.
    const onScroll = () => {
      if ((virtualizer.scrollOffset ?? 0) <= topThreshold) load();
    };
    // A short thread has its top in view from the start; the first scroll to the end comes before.
    // A user who reached the very top while a page was loading cannot scroll further: the next page loads by itself.
    const frame = requestAnimationFrame(() => {
      const isShort = box.scrollHeight <= box.clientHeight + topThreshold;
      if ((hasLoaded.current || isShort) && box.scrollTop <= topThreshold) load();
    });
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      box.removeEventListener('scroll', onScroll);
    };
  }, [followed, scroller, virtualizer, oldest, loading]);
  return loading;
}

interface Scrolled {
  scroller: React.RefObject<HTMLDivElement | null>;
  /** Box as high as all rows together. */
  rowsBox: React.RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Scroll offset at which the thread last followed its end. */
  followedTo: React.RefObject<number | null>;
}

/**
 * Whether the newest message is in view, where it stays when the room gets smaller, and how many arrived while it was
 * not; older ones that are loaded are not new. Only the user's scrolling leaves the end: if rows turn out lower than
 * estimated, or the room grows, the browser and the virtualizer move the content upwards by themselves.
 */
function useAtEnd({ scroller, rowsBox, virtualizer, followedTo }: Scrolled, newest: number, openAt: number | null) {
  const [isAtEnd, setAtEnd] = useState(openAt === null);
  const [seen, setSeen] = useState(newest);
  const atEnd = useRef(isAtEnd);
  const leadsElsewhere = useEffectEvent(() => openAt !== null);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    let offset = 0;
    let handAt = -byHandMs;
    let changedAt = -settlingMs;
    let room = 0;
    const hand = ({ timeStamp }: Event) => (handAt = timeStamp);
    /**
     * Whether the thread came away from the end without the user: rows lower than estimated make less than a screen.
     * Called only then, since it may force a layout.
     */
    const isDrifted = (by: number) => {
      const now = performance.now();
      if (leadsElsewhere() || now - handAt < byHandMs || by > box.clientHeight) return false;
      return now - changedAt < settlingMs || box.scrollHeight - box.clientHeight !== room;
    };
    // Uses the virtualizer's offset, since asking the document would force another layout.
    const look = () => {
      const before = offset;
      offset = virtualizer.scrollOffset ?? 0;
      const below = virtualizer.getTotalSize() - offset - (virtualizer.scrollRect?.height ?? 0);
      const isNear = below < endThreshold;
      const isByItself = performance.now() - handAt >= byHandMs && !leadsElsewhere();
      // New rows never move the thread away from its end; only scrolling up does.
      if (atEnd.current && !isNear && offset < before && isDrifted(before - offset)) box.scrollTop = box.scrollHeight;
      else atEnd.current = isNear || (atEnd.current && offset >= before);
      // Rows turned out higher than estimated: the virtualizer moves the content by that from where it was before the
      // end was followed.
      if (atEnd.current && below > 1 && isByItself) box.scrollTop = box.scrollHeight;
      setAtEnd(atEnd.current);
    };
    // Called when the document has just been laid out: here its height is known, and asking for it costs nothing.
    const keepEnd = () => {
      room = box.scrollHeight - box.clientHeight;
      changedAt = performance.now();
      if (!atEnd.current) return look();
      // Not `room`, which is rounded: the end may be a fraction of a pixel below it.
      box.scrollTop = box.scrollHeight;
      followedTo.current = box.scrollTop;
    };
    box.addEventListener('scroll', look, { passive: true });
    for (const each of handEvents) box.addEventListener(each, hand, { passive: true });
    // Messages are followed, and a long reply, suggestions or a phone's keyboard take their room from them: once the
    // document is laid out, since the virtualizer's own following would force a layout during the render.
    const sizes = new ResizeObserver(keepEnd);
    sizes.observe(box);
    if (rowsBox.current) sizes.observe(rowsBox.current);
    return () => {
      box.removeEventListener('scroll', look);
      for (const each of handEvents) box.removeEventListener(each, hand);
      sizes.disconnect();
    };
  }, [scroller, rowsBox, virtualizer, followedTo]);
  if (isAtEnd && seen !== newest) setSeen(newest);
  return { isAtEnd, unseen: Math.max(0, newest - seen), markSeen: () => setSeen(newest) };
}

/** Marks messages as read once they can be seen: the newest message in view, in a visible tab. */
function useReading(followed: Followed, newest: number, isAtEnd: boolean, onSeen: (seq: number) => void): void {
  useEffect(() => {
    if (!isAtEnd || newest === 0) return undefined;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      onSeen(newest);
      followed.markRead(newest);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [followed, newest, isAtEnd, onSeen]);
}

/** Announces the customer's new messages politely to screen readers, once, and no earlier ones. */
function LatestSpoken({ state }: { state: FollowedState }) {
  const [from] = useState(() => completeUntil(state));
  const latest = state.messages.at(-1);
  const spoken = latest && latest.seq > from && latest.senderType === 'customer' ? latest.content : '';
  return (
    <div className="sr-only" aria-live="polite" data-announcer>
      {spoken && thread('customerText', { text: spoken })}
    </div>
  );
}
