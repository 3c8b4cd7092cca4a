// Loaded with the page that it frames: one file less for users who start here.
import '../layout/signed-in.tsx';
import { starting } from '../i18n/en/starting.ts';
import { useMay } from '../forms/permissions.ts';
import { rolesWords } from '../i18n/en/roles.ts';
import { getSettings } from '@parley/contracts/routes/settings';
import { listViews } from '@parley/contracts/routes/views';
import type { ReadSearch } from '@parley/contracts/filter/search-words';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconButton } from '@chakra-ui/react';
import { MessagesSquare, SquarePen } from 'lucide-react';
import { type KeyboardEvent, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { HeldKeys, holdKeys } from '../commands/awaited-keys.ts';
import { runCommand, useCommands } from '../commands/commands.ts';
import { deletion } from '../features/inbox/deletion.ts';
import { useSelection } from '../features/bulk/selection.ts';
import { readCopilotLine } from '../domain/copilot/use-copilot.ts';
import { FilterButton } from '../features/filter/filter-button.tsx';
import { type InboxFilter, listFilterOf } from '../features/inbox/filters.ts';
import { InboxColumn } from '../features/inbox/inbox-column.tsx';
import { InboxBar } from '../features/inbox/inbox-bar.tsx';
import { InboxPane } from '../features/inbox/inbox-pane.tsx';
import {
  addressOf,
  everything,
  listOf,
  type ListState,
  listStateIn,
  sortOf,
  startList,
  wholeFilter,
} from '../features/inbox/list-state.ts';
import { threadMenu, visitorToggle } from '../features/thread/button-ids.ts';
import { ThreadSkeleton } from '../features/thread/thread-skeleton.tsx';
import { useAskedFor } from '../features/inbox/search/asked-for.ts';
import { activitiesOf } from '../live/activities-cache.ts';
import { conversationList, openedConversation } from '../live/conversation-cache.ts';
import { useMarkUnread } from '../live/conversation-actions.ts';
import type { LoadedList } from '../live/conversation-lists.ts';
import { useFrames } from '../live/live.tsx';
import { useShownBatch } from '../live/shown-batch.ts';
import { useUndoKeys } from '../live/undo-keys.ts';
import { setPreference, usePreferences } from '../preferences/preferences.ts';
import { useMyTeams } from '../domain/users/use-teams.ts';
import { inboxColumn, useMedia } from '../ui/media.ts';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { toast } from '../ui/toast/toasts.ts';
import { toastFailure } from '../ui/toast/failure.ts';
import styles from './conversations-page.module.css';
import { ownership } from '../i18n/en/ownership.ts';
import { conversations } from '../i18n/en/conversations.ts';
import { thread } from '../i18n/en/thread.ts';
import { views as words } from '../i18n/en/views.ts';
import { read } from '../api/read.ts';
import { ViewStrip } from '../features/views/view-strip.tsx';
import { useViews } from '../features/views/views.ts';
import { loadAhead } from '../loading/new-version.ts';
import { lazyPart, part } from '../loading/part.tsx';

/** The list can be used without them. */
const { Part: ThreadPane, load: loadThread } = part(
  async () => ({ default: (await import('../features/thread/thread-pane.tsx')).ThreadPane }),
  lazyPart,
);
const { Part: VisitorPanel, load: loadVisitor } = part(
  async () => ({ default: (await import('../features/visitor/visitor-panel.tsx')).VisitorPanel }),
  lazyPart,
);
const ReviewPanel = lazyPart(async () => ({
  default: (await import('../features/reviews/review-panel.tsx')).ReviewPanel,
}));
const StartReview = lazyPart(async () => ({
  default: (await import('../features/reviews/start-review.tsx')).StartReview,
}));
const loadOpened = () => Promise.all([loadThread(), loadVisitor()]);

const BulkBar = lazyPart(() => import('../features/bulk/bulk-bar.tsx'));

/** Wanted once in the life of an installation. */
const Checklist = lazyPart(async () => ({ default: (await import('../features/first-run/checklist.tsx')).Checklist }));
const firstSteps = (
  <Suspense>
    <Checklist />
  </Suspense>
);

/** Stands in for a search with names that are not loaded yet. */
const unread: ReadSearch = { text: '', filter: null, words: [] };

/** Selects only this from the list, since every change of the list would render the whole screen. */
const isFilled = ({ items }: LoadedList): boolean => items.length > 0;

/** Returns the message seq in an address; null if there is none, or it is no valid number. */
const seqIn = (text: string | null): number | null => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null);

/** Reads the data for the screen's first look; the parts show failures themselves. */
export async function prepare(client: QueryClient, search: string): Promise<void> {
  const query = new URLSearchParams(search);
  const state = listStateIn(query);
  const id = query.get('selected');
  await Promise.all([
    client.prefetchQuery(read(listViews, {})),
    client.prefetchQuery(read(getSettings, {})),
    // A view's conversations are not known before it is, nor are those of a search before the names in it.
    state.view === null && state.search === '' && client.prefetchQuery(conversationList(listOf(state, [], unread))),
    id && loadOpened(),
    id && client.prefetchQuery(openedConversation(id)),
    id && client.prefetchQuery(activitiesOf(id)),
    id && readCopilotLine(client, id),
  ]);
}

/** /conversations: the list and the selected thread; on a phone one after the other. */
export default function ConversationsPage() {
  const mayStart = useMay('conversations.reply');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { visitorPanel } = usePreferences();
  const selected = query.get('selected');
  const address = query.toString();
  const state = useMemo(() => listStateIn(new URLSearchParams(address)), [address]);
  const { views, isKnown } = useViews();
  const found = useAskedFor(state.search);
  const asked = found ?? unread;
  const list = useMemo(() => listOf(state, views, asked), [state, views, asked]);
  // A view's conversations are not known before it is.
  const isReady = state.view === null || views.some(({ id }) => id === state.view);
  const selection = useSelection(JSON.stringify(list));
  // A batch's result is shown after its conversations are deselected.
  const shownBatch = useShownBatch();
  usePageTitle(conversations('conversations'));

  const arriving = useArriving(selected);
  const linkTo = useCallback((id: string, messageSeq?: number) => addressOf(state, id, messageSeq), [state]);
  const select = useCallback(
    (id: string | null, messageSeq?: number) => {
      const to = addressOf(state, id, messageSeq);
      arriving(id);
      // Opened twice, it is left by one step back.
      void navigate(to, { replace: to === location.pathname + location.search });
    },
    [navigate, state, arriving],
  );
  const markUnread = useMarkUnread();
  /** Also leaves the open conversation, which would be read. */
  const leaveUnread = (ids: readonly string[]) => {
    markUnread(ids);
    if (selected && ids.includes(selected)) select(null);
  };
  useCommands(
    selected
      ? [
          {
            id: 'list:back',
            label: conversations('backToList'),
            group: 'List',
            keys: 'Shift+U',
            run: () => select(null),
          },
          {
            id: 'list:unread',
            label: ownership('markUnread'),
            group: 'List',
            keys: 'u',
            run: () => leaveUnread([selected]),
          },
        ]
      : [],
  );
  const mayReview = useMay('reviews.write');
  const [reviewed, setReviewed] = useState<string | null>(null);
  useCommands(
    selected && mayReview
      ? [{ id: 'review', label: thread('reviewAnswers'), group: 'Conversation', run: () => setReviewed(selected) }]
      : [],
  );
  const review = query.get('review');
  const client = useQueryClient();
  useDeselectDeleted(selected, () => {
    // Words for who did not delete it: the thread would go without a reason while they write.
    if (client.isMutating({ mutationKey: deletion }) === 0) toast({ title: conversations('deleted') });
    void navigate(addressOf(state, null), { replace: true });
  });
  useNarrowStart();
  useEffect(() => void loadAhead(loadOpened), []);
  const { data: hasConversations, isError: hasFailed } = useQuery({
    ...conversationList(list),
    enabled: false,
    select: isFilled,
  });
  const show = (next: ListState, isStep = true) => void navigate(addressOf(next, selected), { replace: !isStep });
  useNextWaiting(selected, (id) => {
    const isListed = client
      .getQueryData<LoadedList>(conversationList(list).queryKey)
      ?.items.some((each) => each.id === id);
    if (isListed) return select(id);
    arriving(id);
    void navigate(addressOf({ ...everything, filter: 'waiting' }, id));
  });
  useUndoKeys(selected);
  const leaveView = useEffectEvent(() => {
    toast({ title: words('gone') });
    show(everything, false);
  });
  useEffect(() => {
    if (isKnown && !isReady) leaveView();
  }, [isKnown, isReady]);
  const visitorFocus = useVisitorFocus(visitorPanel);
  const hasColumn = useMedia(inboxColumn);
  const savedViews = (
    <ViewStrip
      views={views}
      selected={state.view}
      shown={{ filter: wholeFilter(state, views, asked), sort: sortOf(state, views) }}
      onShow={(view) => show(view === null ? startList : { ...everything, view })}
      isColumn={hasColumn}
    />
  );
  const inboxes = {
    chosen: state.view === null ? state.filter : null,
    onChoose: (filter: InboxFilter) => show({ ...everything, filter, search: state.search }),
    teams: useMyTeams(),
  };

  return (
    <div
      className={styles.screen}
      data-selected={selected ? '' : undefined}
      data-visitor={visitorPanel || undefined}
      data-review={review ? '' : undefined}
    >
      <h1 className="sr-only">{conversations('conversations')}</h1>
      {hasColumn && (
        <div className={styles.lists}>
          <InboxColumn {...inboxes} onOpenMentions={() => runCommand('mentions')} views={savedViews} />
        </div>
      )}
      <div className={styles.inbox}>
        <InboxPane
          state={state}
          onState={show}
          list={isReady && found ? list : null}
          tools={
            <>
              {mayStart && (
                <IconButton
                  variant="ghost"
                  size="xs"
                  aria-label={starting('start')}
                  title={starting('start')}
                  data-command="start"
                  onClick={() => runCommand('start')}
                >
                  <SquarePen size={16} aria-hidden />
                </IconButton>
              )}
              <FilterButton
                where={state.where}
                sort={state.sort}
                onChange={(change) => show({ ...state, ...change })}
                onSave={() => runCommand('views')}
              />
            </>
          }
          lists={
            !hasColumn && (
              <>
                <InboxBar {...inboxes} />
                {savedViews}
              </>
            )
          }
          bar={
            <Suspense fallback={<HeldKeys />}>
              {(selection.ids.size > 0 || shownBatch !== null) && (
                <BulkBar
                  ids={selection.ids}
                  list={list}
                  filter={asked.text || state.filter === 'spam' ? null : wholeFilter(state, views, asked)}
                  onClear={selection.clear}
                  onKeep={selection.keep}
                  onUnread={leaveUnread}
                />
              )}
            </Suspense>
          }
          picked={selection.ids}
          onPick={selection.toggle}
          onPickTo={selection.extendTo}
          selectedId={selected}
          linkTo={linkTo}
          onSelect={select}
          whenEmpty={firstSteps}
        />
      </div>
      <div className={styles.thread}>
        {selected ? (
          <Suspense fallback={<ThreadSkeleton />}>
            <ThreadPane
              key={selected}
              conversationId={selected}
              openAt={seqIn(query.get('message'))}
              backTo={addressOf(state, null)}
            />
          </Suspense>
        ) : (
          <EmptyState
            icon={MessagesSquare}
            title={conversations('select')}
            action={
              hasConversations && (
                <EmptyAction onClick={() => runCommand('list:next')}>{conversations('openFirst')}</EmptyAction>
              )
            }
          >
            {hasFailed ? null : conversations('chooseOne')}
          </EmptyState>
        )}
      </div>
      {selected && review && (
        <div className={styles.visitor}>
          <Suspense>
            <ReviewPanel
              key={review}
              reviewId={review}
              conversationId={selected}
              onClose={() => void navigate(addressOf(state, selected))}
            />
          </Suspense>
        </div>
      )}
      {reviewed && (
        <Suspense>
          <StartReview conversationId={reviewed} onClose={() => setReviewed(null)} />
        </Suspense>
      )}
      {selected && visitorPanel && !review && (
        <div className={styles.visitor} {...visitorFocus}>
          <Suspense>
            <VisitorPanel key={selected} conversationId={selected} linkTo={linkTo} onClose={hideVisitor} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Lets keys typed after one that opens a conversation wait until that one is on screen: they are meant for it. */
function useArriving(selected: string | null): (id: string | null) => void {
  const arriving = useRef<() => void>(undefined);
  useEffect(() => () => arriving.current?.(), [selected]);
  return useCallback(
    (id) => {
      arriving.current?.();
      if (id !== selected) arriving.current = holdKeys();
    },
    [selected],
  );
}

/** Binds `w` to open the conversation that waits longest for a representative, except the open one. */
function useNextWaiting(selected: string | null, select: (id: string) => void): void {
  const client = useQueryClient();
  const openNext = async () => {
    const release = holdKeys();
    try {
      await open();
    } finally {
      release();
    }
  };
  const open = async () => {
    const waiting = await client.fetchQuery({
      ...conversationList({ ...listFilterOf('waiting', ''), sort: 'waiting' }),
      staleTime: 0,
    });
    const next = waiting.items.find(({ id }) => id !== selected);
    if (next) select(next.id);
    else toast({ title: words('nobodyWaits') });
  };
  const showFailure = (error: unknown) => toastFailure(error);
  useCommands([
    {
      id: 'list:next-waiting',
      label: words('nextWaiting'),
      group: 'List',
      keys: 'w',
      run: () => void openNext().catch(showFailure),
    },
  ]);
}

/**
 * Clears the selection if the selected conversation is deleted by any user (docs/product.md#conversations), or if the
 * user loses access to it.
 */
function useDeselectDeleted(selected: string | null, deselect: () => void): void {
  useFrames(
    useCallback(
      (frame) => {
        const isGone =
          frame.type === 'conversations_deleted' ||
          (frame.type === 'conversation_deleted' && frame.conversationId === selected);
        const isLeft = frame.type === 'conversation_left' && frame.conversationId === selected;
        if (isLeft) toast({ title: rolesWords('left'), description: rolesWords('leftHint') });
        if (selected && (isGone || isLeft)) deselect();
      },
      [selected, deselect],
    ),
  );
}

function hideVisitor(): void {
  setPreference('visitorPanel', false);
  const toggle = document.getElementById(visitorToggle);
  (toggle?.checkVisibility() ? toggle : document.getElementById(threadMenu))?.focus();
}

/** Whether the visitor's panel lies over the thread, for lack of room beside it. */
const isOverThread = (): boolean => window.matchMedia('(max-width: 1023px)').matches;

/** Over the thread the panel takes the focus, since it covers what had it, and Escape closes it. */
function useVisitorFocus(isShown: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current && isOverThread()) panel.current?.querySelector('button')?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && isOverThread() && hideVisitor();
  return { ref: panel, onKeyDown };
}

/** In a window where the visitor's panel takes room from the list and the thread, it is shown only on request. */
function useNarrowStart(): void {
  useEffect(() => {
    if (window.matchMedia('(max-width: 1359px)').matches) setPreference('visitorPanel', false);
  }, []);
}
