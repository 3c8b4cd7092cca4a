import type { Conversation } from '@parley/contracts/entities';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleCheckBig, Inbox, SearchX } from 'lucide-react';
import {
  type FocusEvent,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { getStats } from '@parley/contracts/routes/overview';
import { useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { useAssistantIsOn } from '../../forms/settings.ts';
import { useSetClosed } from '../../live/conversation-actions.ts';
import { conversationList, loadMore } from '../../live/conversation-cache.ts';
import type { ListFilter, LoadedList } from '../../live/conversation-lists.ts';
import { useViewers } from '../../live/viewers.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { useAfterTyping } from '../../ui/after-typing.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { touched, useMedia } from '../../ui/media.ts';
import type { Point } from '../../ui/menu-at.tsx';
import { ConversationRow, type RowAction } from './conversation-row.tsx';
import styles from './inbox.module.css';
import { ListSkeleton } from './list-skeleton.tsx';
import { useMovedRows } from './moved-rows.ts';
import { useReadAhead, useReadWhenIdle } from './read-ahead.ts';
import { rowHeights } from './row-heights.ts';
import { RowCommands } from './row-commands.tsx';
import { useRowKeys } from './row-keys.ts';
import { useSwipe } from './swipe.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { views } from '../../i18n/en/views.ts';
import { lazyPart } from '../../loading/part.tsx';

const RowMenu = lazyPart(() => import('./row-menu.tsx'));
const RowPicker = lazyPart(() => import('./row-picker.tsx'));

/** The next page is fetched when this many rows are left. */
const rowsAhead = 30;

/** Milliseconds after which the live channel has opened, which drops what was read before it. */
const settledMs = 1_000;

/** Number of rows in view that are checked, until one is found that did not move by itself. */
const anchorsMax = 6;

/**
 * Number of conversations added by events after which a list is read again: a tab that stays open for days must not
 * keep them all.
 */
const arrivedMax = 500;

/** Returns the id of the conversation in the row that contains the element. */
const rowOf = (element: Element | null): string | null =>
  element?.closest('li')?.querySelector('[data-conversation]')?.getAttribute('data-conversation') ?? null;

interface ConversationListProps {
  filter: ListFilter;
  me: string;
  selectedId: string | null;
  /** The first one is opened as soon as it is here. */
  opensFirst: boolean;
  onFirstOpened: () => void;
  /** The address of a conversation on this screen, at a message of it. */
  linkTo: (id: string, messageSeq?: number) => string;
  onSelect: (id: string, messageSeq?: number) => void;
  onDelete: (conversation: Conversation) => void;
  /** Shown if there is no conversation at all, below the text for that. */
  whenEmpty: ReactNode;
  onClearSearch: () => void;
  /** Shows all conversations. */
  onClearFilters: () => void;
  /** True for the list that the screen starts with. */
  isStart: boolean;
  /** Whether something narrows it that is not in the filter itself: words, conditions, a view. */
  isNarrowed: boolean;
  /** Chosen to be changed together. */
  picked: ReadonlySet<string>;
  onPick: (id: string) => void;
  /** Selects all from the one selected last to this one. */
  onPickTo: (id: string, items: readonly Conversation[]) => void;
}

/** The conversations of one filter. What changes in the list lets who writes finish first. */
export function ConversationList(props: ConversationListProps) {
  const { data, isError, error, refetch } = useQuery(conversationList(props.filter));
  const settled = useAfterTyping(data);
  const list = settled ?? data;
  if (list) return <LoadedConversations {...props} list={list} refetch={refetch} />;
  return isError ? <FailedState error={error} retry={() => void refetch()} /> : <ListSkeleton />;
}

interface LoadedConversationsProps extends ConversationListProps {
  list: LoadedList;
  refetch: () => Promise<unknown>;
}

/** Virtualised; ten thousand cost as much as twenty. */
const LoadedConversations = memo(function LoadedConversations(props: LoadedConversationsProps) {
  const { filter, me, selectedId, opensFirst, onFirstOpened, linkTo, onSelect, onDelete, whenEmpty, list } = props;
  const { onClearSearch, onClearFilters } = props;
  const { refetch, isStart, isNarrowed, picked, onPick, onPickTo } = props;
  const { items, next } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const rowsBox = useRef<HTMLUListElement>(null);

  const assistantIsOn = useAssistantIsOn();
  const mayUpdate = useMay('conversations.update');
  const mayAssign = useMay('conversations.assign');
  const { compactList } = usePreferences();
  const isTouched = useMedia(touched);
  const rowHeight = compactList ? rowHeights.compact : rowHeights.comfortable;
  const [menu, setMenu] = useState<{ conversation: Conversation; button: HTMLElement; point?: Point } | null>(null);
  const openMenu = useCallback(
    (conversation: Conversation, button: HTMLElement, point?: Point) =>
      setMenu({ conversation, button, ...(point && { point }) }),
    [],
  );
  /** Conversation that a picker of its row is open for. */
  const [picker, setPicker] = useState<{ conversation: Conversation; kind: 'snooze' | 'assign' } | null>(null);

  const { rowFocus, focusRow, ...focus } = useFocusedRow(rowsBox);
  const focused = items.some(({ id }) => id === focus.focused) ? focus.focused : null;
  /** The row that keys act on. */
  const cursor = focused ?? selectedId;
  const keyOf = useRowKeys(items, menu?.conversation.id ?? focused ?? undefined);

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 6,
  });
  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  const viewers = useViewers(
    rows.flatMap(({ index }) => items[index]?.id ?? []),
    me,
  );

  useLoadMore(filter, next, lastShown >= items.length - rowsAhead);
  useFreshStart(list, refetch, virtualizer.scrollOffset ?? 0);
  const openFirst = useEffectEvent(() => {
    const [first] = items;
    if (first) onSelect(first.id, first.match?.seq);
    onFirstOpened();
  });
  useEffect(() => {
    if (opensFirst) openFirst();
  }, [opensFirst]);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useStillRows(scroller, virtualizer.scrollOffset ?? 0, items, rowHeight);
  useMovedRows(rowsBox, items, rows[0]?.index ?? 0, rowHeight);
  const readAhead = useReadAhead();
  const readWhenIdle = useReadWhenIdle();
  const setClosed = useSetClosed();
  const [{ website } = { website: null }] = items;
  const hasManySites = items.some((each) => each.website !== website);
  const swipe = useSwipe((index) => {
    const conversation = items[(rows[0]?.index ?? 0) + index];
    if (!conversation) return null;
    const isClosed = conversation.status === 'closed';
    return {
      toStart: mayUpdate &&
        !isClosed && { label: inbox('snooze'), run: () => setPicker({ conversation, kind: 'snooze' }) },
      toEnd: mayUpdate && {
        label: isClosed ? inbox('reopen') : inbox('close'),
        run: () => setClosed(conversation, !isClosed),
      },
      hold: (row, at) => openMenu(conversation, row.querySelector('a') ?? row, at),
    };
  });

  const open = (index: number) => {
    const chosen = items[index];
    if (!chosen) return;
    virtualizer.scrollToIndex(index);
    onSelect(chosen.id, chosen.match?.seq);
  };
  const step = (by: number) => {
    const at = items.findIndex(({ id }) => id === cursor);
    const to = at < 0 ? 0 : Math.max(0, Math.min(items.length - 1, at + by));
    open(to);
    // If a row had the focus after a click, the focus moves to the row that is open.
    if (focused !== null) focusRow(items[to]?.id);
    readWhenIdle(items[to + by]?.id);
  };
  /** Scrolls to a conversation that was opened from elsewhere, by a key or a link. */
  const showSelected = useEffectEvent(() => {
    const at = items.findIndex(({ id }) => id === selectedId);
    if (at >= 0) virtualizer.scrollToIndex(at);
  });
  useEffect(() => showSelected(), [selectedId]);
  const readFirst = useEffectEvent(() => {
    if (selectedId === null) readWhenIdle(items[0]?.id);
  });
  useEffect(() => {
    const timer = setTimeout(() => readFirst(), settledMs);
    return () => clearTimeout(timer);
  }, []);
  const following = useFollowing(items, selectedId);
  const openNext = () => open(following());
  // Keeps the same functions for every render, so that no row renders because of them.
  const picking = useRef({ items, onPick, onPickTo, setClosed });
  useEffect(() => {
    picking.current = { items, onPick, onPickTo, setClosed };
  });
  const onRowPick = useCallback((id: string, isRange: boolean) => {
    const now = picking.current;
    if (isRange) now.onPickTo(id, now.items);
    else now.onPick(id);
  }, []);
  const runOn = useCallback((action: RowAction, conversation: Conversation) => {
    if (action === 'close') picking.current.setClosed(conversation, conversation.status !== 'closed');
    else setPicker({ conversation, kind: action });
  }, []);
  const pickThis = () => {
    if (cursor !== null && items.some(({ id }) => id === cursor)) onPick(cursor);
  };
  useCommands([
    { id: 'list:next', label: inbox('next'), group: 'List', keys: 'j', hidden: true, run: () => step(1) },
    { id: 'list:open-next', label: inbox('next'), group: 'List', hidden: true, run: openNext },
    {
      id: 'list:previous',
      label: inbox('previous'),
      group: 'List',
      keys: 'k',
      hidden: true,
      run: () => step(-1),
    },
    ...(mayUpdate
      ? [{ id: 'list:pick', label: views('selectThis'), group: 'List' as const, keys: 'x', run: pickThis }]
      : []),
  ]);

  /** The row with the focus, where keys would otherwise act on the open conversation. */
  const acted =
    picked.size === 0 && focused !== null && focused !== selectedId && items.find(({ id }) => id === focused);

  const isFiltered = filter.filter !== undefined || filter.spam === true || isNarrowed;
  if (items.length === 0 && filter.q)
    return (
      <EmptyState
        icon={SearchX}
        title={inbox('nothingFound')}
        action={<EmptyAction onClick={onClearSearch}>{inbox('clearSearch')}</EmptyAction>}
      >
        {inbox('noneMatches', { query: filter.q })}
      </EmptyState>
    );
  if (items.length === 0 && isStart && !isNarrowed)
    return <EmptyStart whenEmpty={whenEmpty} onShowAll={onClearFilters} />;
  if (items.length === 0 && isFiltered)
    return (
      <EmptyState
        icon={isNarrowed ? SearchX : Inbox}
        title={inbox(isNarrowed ? 'nothingMatches' : 'emptyInbox')}
        action={isNarrowed && <EmptyAction onClick={onClearFilters}>{inbox('clearFilters')}</EmptyAction>}
      >
        {inbox('noneInView')}
      </EmptyState>
    );
  if (items.length === 0) return <NoConversations>{whenEmpty}</NoConversations>;
  return (
    <div ref={scroller} className={styles.scroller} {...swipe}>
      <ul
        ref={rowsBox}
        className={styles.rows}
        data-compact={compactList || undefined}
        data-picking={picked.size > 0 || undefined}
        style={{ blockSize: virtualizer.getTotalSize(), paddingBlockStart: rows[0]?.start }}
        aria-label={inbox('conversations')}
        {...readAhead}
        {...rowFocus}
      >
        {rows.map(({ index }) => {
          const conversation = items[index];
          return (
            conversation && (
              <li
                key={keyOf(conversation.id)}
                style={{ blockSize: rowHeight }}
                aria-posinset={index + 1}
                aria-setsize={next ? -1 : items.length}
              >
                <ConversationRow
                  conversation={conversation}
                  isSelected={conversation.id === selectedId}
                  me={me}
                  assistantIsOn={assistantIsOn}
                  linkTo={linkTo}
                  onOpen={onSelect}
                  isCompact={compactList}
                  isTouched={isTouched}
                  viewers={viewers.get(conversation.id)}
                  isPicked={picked.has(conversation.id)}
                  onPick={mayUpdate ? onRowPick : undefined}
                  hasManySites={hasManySites}
                  mayUpdate={mayUpdate}
                  mayAssign={mayAssign}
                  onAct={runOn}
                  onMenu={openMenu}
                />
              </li>
            )
          );
        })}
      </ul>
      {acted && <RowCommands conversation={acted} onDelete={onDelete} />}
      <Suspense>
        {menu && (
          <RowMenu
            {...menu}
            onPick={onPick}
            onPicker={(kind) => setPicker({ conversation: menu.conversation, kind })}
            onDelete={onDelete}
            onClose={() => setMenu(null)}
          />
        )}
        {picker && <RowPicker {...picker} onClose={() => setPicker(null)} />}
      </Suspense>
    </div>
  );
});

/** Shown if there is no conversation at all. */
const NoConversations = ({ children }: { children: ReactNode }) => (
  <div className={styles.beginning}>
    <EmptyState icon={Inbox} title={inbox('none')} compact action={null}>
      {inbox('noneAtAll')}
    </EmptyState>
    {children}
  </div>
);

/** Shown if no open conversation is the user's or nobody's: everything is done, or nobody has written yet. */
function EmptyStart({ whenEmpty, onShowAll }: { whenEmpty: ReactNode; onShowAll: () => void }) {
  const { data, isError } = useRead(getStats, {});
  if (!data && !isError) return <ListSkeleton />;
  if (data?.totalConversations === 0) return <NoConversations>{whenEmpty}</NoConversations>;
  return (
    <EmptyState
      icon={CircleCheckBig}
      title={inbox('allDone')}
      action={<EmptyAction onClick={onShowAll}>{inbox('showAll')}</EmptyAction>}
    >
      {inbox('allDoneHint')}
    </EmptyState>
  );
}

/** Follows which row has the focus, also while a dialog about it has taken that; and gives it to another. */
function useFocusedRow(box: React.RefObject<HTMLElement | null>) {
  const [focused, setFocused] = useState<string | null>(null);
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    const link = wanted.current && box.current?.querySelector<HTMLElement>(`[data-conversation="${wanted.current}"]`);
    if (!link) return;
    wanted.current = undefined;
    link.focus();
  });
  const rowFocus = {
    onFocus: ({ target }: FocusEvent) => setFocused(rowOf(target)),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (box.current?.contains(relatedTarget)) return;
      if (!relatedTarget?.closest('[role=dialog], [role=alertdialog], [role=menu]')) setFocused(null);
    },
  };
  const focusRow = (id: string | undefined) => {
    wanted.current = id;
  };
  return { focused, rowFocus, focusRow };
}

/**
 * Returns a function for the index of the conversation that followed the open one when that was opened: a reply moves
 * the open one in the list, a snooze takes it out. Without one, the index of its neighbour; negative if it is alone.
 */
function useFollowing(items: readonly Conversation[], selectedId: string | null): () => number {
  const opened = useRef<{ id: string | null; order: readonly string[] }>({ id: null, order: [] });
  useEffect(() => {
    if (opened.current.id === selectedId || items.every(({ id }) => id !== selectedId)) return;
    opened.current = { id: selectedId, order: items.map(({ id }) => id) };
  }, [items, selectedId]);
  return () => {
    const { order } = opened.current;
    const place = order.indexOf(selectedId ?? '');
    const others = items.flatMap(({ id }) => (id === selectedId ? [] : id));
    const behind = place < 0 ? [] : order.slice(place + 1);
    const next = behind.find((id) => others.includes(id)) ?? others[Math.min(Math.max(place, 0), others.length - 1)];
    return items.findIndex(({ id }) => id === next);
  };
}

/** Fetches the page after `next` while it is wanted. */
function useLoadMore(filter: ListFilter, next: string | null, isWanted: boolean): void {
  const client = useQueryClient();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!next || !isWanted || asked.current === next) return;
    asked.current = next;
    // Loaded again when the user scrolls on.
    loadMore(client, filter).catch(() => (asked.current = null));
  }, [client, filter, next, isWanted]);
}

/** Reads the first page again, in place of all there is, while it is the one on screen. */
function useFreshStart({ arrived = 0 }: LoadedList, refetch: () => Promise<unknown>, offset: number): void {
  const isDue = arrived > arrivedMax && offset === 0;
  useEffect(() => {
    if (isDue) void refetch();
  }, [isDue, refetch]);
}

/** Keeps the rows under the eye where they are when others move to the top, unless the list is at its top. */
function useStillRows(
  scroller: React.RefObject<HTMLDivElement | null>,
  offset: number,
  items: readonly Conversation[],
  rowHeight: number,
): void {
  const before = useRef(items);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = items;
    const box = scroller.current;
    if (!box || old === items || offset < rowHeight) return;
    const first = Math.floor(offset / rowHeight) + 1;
    for (const [below, anchor] of old.slice(first, first + anchorsMax).entries()) {
      // A row that moved to the top itself is no anchor.
      const now = items.findIndex(({ id, updatedAt }) => id === anchor.id && updatedAt === anchor.updatedAt);
      if (now < 0) continue;
      box.scrollBy(0, (now - first - below) * rowHeight);
      return;
    }
  }, [items, scroller, offset, rowHeight]);
}
