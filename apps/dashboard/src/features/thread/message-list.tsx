import { completeUntil } from '@parley/client/conversation';
import type { Followed, FollowedState } from '@parley/client/follow';
import type { Act } from '@parley/contracts/acts';
import type { PendingMessage } from '@parley/client/outbox';
import type { ScheduledMessage } from '@parley/contracts/scheduled';
import { measureElement, observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, MessageSquare } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { tellSoon } from '../../live/paced.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ThreadRow } from './message-row.tsx';
import { useOpenAt } from './open-at.ts';
import { messageKey, messageRows, type Row, rowsDrawn, unstoredRows } from './rows.ts';
import styles from './thread.module.css';
import { typingWords } from './typing-words.ts';
import { thread } from '../../i18n/en/thread.ts';

/** What somebody scrolls by. */
const handActs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Within this distance of its end the thread follows new messages. */
const endThreshold = 80;
/** What somebody's hand has begun to scroll goes on for this long: a throw runs out. */
const byHandMs = 1_500;
/** So long after rows or room have changed the browser and the virtualizer may still move what is shown. */
const settlingMs = 250;
/** So many rows may arrive between two frames: a day, an act, a message. */
const arrivingAtOnce = 3;
/** The page before the first message is fetched this early. */
const topThreshold = 600;

/**
 * The thread is framed for who came to it by key. A click on a message focuses it as well, and the first key after that
 * would have the browser draw the frame around somebody who never left.
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
  acts: readonly Act[];
  pending: readonly PendingMessage[];
  scheduled: readonly ScheduledMessage[];
  me: string;
  /** Who else of the team is here, in a sentence. */
  viewers: string;
  isRevisable: boolean;
  /** What was being written when it was closed is not written any more, though nobody says so. */
  isClosed: boolean;
  /** Everything up to this message is in view. */
  onSeen: (seq: number) => void;
  onRetry: (pending: PendingMessage) => void;
  onEdit: (pending: PendingMessage) => void;
  onDiscard: (pending: PendingMessage) => void;
  onUndo: (scheduled: ScheduledMessage) => void;
}

/** About so many letters stand in a line of a message. */
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
  if (row?.kind === 'act') return 28;
  if (row?.kind === 'mail') return 48;
  if (row?.kind === 'note') return 46 + linesOf(row.act.body ?? '') * lineHeight;
  if (row?.kind === 'writing') return 64;
  if (row?.kind === 'scheduled') return 50 + linesOf(row.scheduled.content) * lineHeight;
  const text = row?.kind === 'message' ? row.message.content : (row?.pending.content ?? '');
  return (row?.opensGroup ? 64 : 34) + (linesOf(text) - 1) * lineHeight;
}

/**
 * Measures rows without asking the document for the ones that arrive at the end, which would lay it out at once, in the
 * middle of a keystroke perhaps: the observer tells their height in the same frame.
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
  const { followed, state, openAt, acts, pending, scheduled, me, viewers, isRevisable, isClosed } = props;
  const { onSeen, onRetry, onEdit, onDiscard, onUndo } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowsBox = useRef<HTMLDivElement>(null);
  useFrameByKey(scroller);
  const { messages, cursors } = state;
  const aiReply = isClosed ? null : state.aiReply;
  const stored = useMemo(() => messageRows(messages, cursors, acts), [messages, cursors, acts]);
  const rows = useMemo(
    () => [...stored, ...unstoredRows(pending, messages.at(-1), me, aiReply, scheduled)],
    [stored, pending, messages, me, aiReply, scheduled],
  );
  const actions = useMemo(
    () => ({ onRetry, onEdit, onDiscard, onUndo, isRevisable }),
    [onRetry, onEdit, onDiscard, onUndo, isRevisable],
  );

  const isEmpty = rows.every(({ kind }) => kind === 'act');
  const followedTo = useRef<number>(null);
  // About what there is room for.
  const estimatedHeight = window.innerHeight / 2;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The rows are drawn with the thread, and laid out once with it.
    initialRect: { width: 0, height: estimatedHeight },
    // Those at the end are the first that are drawn; from the top, others would be drawn for nothing.
    initialOffset: () =>
      openAt === null && !isEmpty
        ? Math.max(0, rows.reduce((sum, row) => sum + heightOfRow(row), 0) - estimatedHeight)
        : 0,
    // Where the thread has followed its end nobody scrolls: nothing is to be drawn at once for that, and once more after it.
    observeElementOffset: useCallback<typeof observeElementOffset<HTMLDivElement>>(
      (instance, tell) =>
        observeElementOffset(instance, (offset, isScrolling) =>
          tell(offset, isScrolling && offset !== followedTo.current),
        ),
      [],
    ),
    estimateSize: useCallback((index: number) => heightOfRow(rows[index]), [rows]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    measureElement: measureRow,
    overscan: 8,
    rangeExtractor: rowsDrawn,
    paddingStart: 16,
    paddingEnd: 12,
    anchorTo: 'end',
    scrollEndThreshold: endThreshold,
  });

  // Opens at the newest message, unless another is asked for.
  useLayoutEffect(() => {
    if (!isEmpty) virtualizer.scrollToEnd();
  }, [virtualizer, isEmpty]);

  const loadingOlder = useLoadOlder(followed, state, scroller, virtualizer);
  useOpenAt(openAt, followed, rows, virtualizer);
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
        // With the rows that came: before them the top would be as near as it was, and another page be asked for.
        .finally(() => tellSoon(() => setLoading(false)));
    };
    // What the virtualizer knows, since asking the document would lay it out once more.
    const onScroll = () => {
      if ((virtualizer.scrollOffset ?? 0) <= topThreshold) load();
    };
    // A short thread has its top in view from the start; the first scroll to the end comes before.
    // Who went on to the very top while a page was on its way cannot scroll any further: the next page comes by itself.
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
  /** As high as all rows. */
  rowsBox: React.RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Where the thread was when it last followed its end. */
  followedTo: React.RefObject<number | null>;
}

/**
 * Whether the newest message is in view, where it stays when the room gets smaller, and how many came while it was not;
 * older ones that are fetched are not new. Nobody loses the end who did not scroll: where rows turn out lower than was thought,
 * or the room grows, the browser and the virtualizer move what is shown upwards by themselves.
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
     * Has it come away from the end by itself? What rows turn out to be lower than was thought is less than a screen. Asked
     * only then, since it may have the document laid out.
     */
    const isDrifted = (by: number) => {
      const now = performance.now();
      if (leadsElsewhere() || now - handAt < byHandMs || by > box.clientHeight) return false;
      return now - changedAt < settlingMs || box.scrollHeight - box.clientHeight !== room;
    };
    // What the virtualizer knows, since asking the document would lay it out once more.
    const look = () => {
      const before = offset;
      offset = virtualizer.scrollOffset ?? 0;
      const below = virtualizer.getTotalSize() - offset - (virtualizer.scrollRect?.height ?? 0);
      const isNear = below < endThreshold;
      // What arrives takes nobody away from the end, who only leaves it by going up.
      if (atEnd.current && !isNear && offset < before && isDrifted(before - offset)) box.scrollTop = box.scrollHeight;
      else atEnd.current = isNear || (atEnd.current && offset >= before);
      // Less than the threshold away, and not by hand: rows turned out to have another height than was thought.
      if (isNear && below > 1 && performance.now() - handAt >= byHandMs && !leadsElsewhere())
        box.scrollTop = box.scrollHeight;
      setAtEnd(atEnd.current);
    };
    // Called when the document has just been laid out: here its height is known, and asking for it costs nothing.
    const keepEnd = () => {
      room = box.scrollHeight - box.clientHeight;
      changedAt = performance.now();
      if (!atEnd.current) return look();
      // Not `room`, which is rounded: the end may be a part of a pixel below it.
      box.scrollTop = box.scrollHeight;
      followedTo.current = box.scrollTop;
    };
    box.addEventListener('scroll', look, { passive: true });
    for (const act of handActs) box.addEventListener(act, hand, { passive: true });
    // Messages are followed, and a long reply, suggestions or a phone's keyboard take their room from them: once the
    // document is laid out, since the virtualizer's own following lays it out in the middle of what is drawn.
    const sizes = new ResizeObserver(keepEnd);
    sizes.observe(box);
    if (rowsBox.current) sizes.observe(rowsBox.current);
    return () => {
      box.removeEventListener('scroll', look);
      for (const act of handActs) box.removeEventListener(act, hand);
      sizes.disconnect();
    };
  }, [scroller, rowsBox, virtualizer, followedTo]);
  if (isAtEnd && seen !== newest) setSeen(newest);
  return { isAtEnd, unseen: Math.max(0, newest - seen), markSeen: () => setSeen(newest) };
}

/** Marks as read what a person can see: the newest message in view, in a tab that is looked at. */
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

/** Tells screen readers politely what the other side wrote, once, and nothing of what was there before. */
function LatestSpoken({ state }: { state: FollowedState }) {
  const [from] = useState(() => completeUntil(state));
  const latest = state.messages.at(-1);
  const spoken = latest && latest.seq > from && latest.senderType === 'customer' ? latest.content : '';
  return (
    <div className="sr-only" aria-live="polite" data-announcer>
      {spoken && thread('customerSaid', { text: spoken })}
    </div>
  );
}
