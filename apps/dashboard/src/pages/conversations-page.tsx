import { Button } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { runCommand, useCommands } from '../commands/commands.ts';
import { deletion } from '../features/inbox/delete-dialogs.tsx';
import { type InboxFilter, inboxFilters, listFilterOf } from '../features/inbox/filters.ts';
import { InboxPane } from '../features/inbox/inbox-pane.tsx';
import { threadMenu, visitorToggle } from '../features/thread/thread-header.tsx';
import { ThreadPane } from '../features/thread/thread-pane.tsx';
import { VisitorPanel } from '../features/visitor/visitor-panel.tsx';
import { conversationList } from '../live/conversation-cache.ts';
import { useMarkUnread } from '../live/conversation-actions.ts';
import { useFrames } from '../live/live.tsx';
import { setPreference, usePreferences } from '../preferences/preferences.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { toast } from '../ui/toast/toasts.ts';
import styles from './conversations-page.module.css';
import { ownership } from '../i18n/en/ownership.ts';
import { conversations } from '../i18n/en/conversations.ts';

/** Wanted once in the life of an installation. */
const Checklist = lazy(async () => ({ default: (await import('../features/first-run/checklist.tsx')).Checklist }));
const firstSteps = (
  <Suspense>
    <Checklist />
  </Suspense>
);

/** The address of this screen with a filter, a selected conversation and the message at which it opens. */
function addressOf(filter: InboxFilter, selected: string | null, messageSeq?: number): string {
  const query = new URLSearchParams();
  if (filter !== 'all') query.set('filter', filter);
  if (selected) query.set('selected', selected);
  if (selected && messageSeq) query.set('message', String(messageSeq));
  return query.size > 0 ? `/conversations?${query.toString()}` : '/conversations';
}

/** The message an address names; null for none, and for what is no number of one. */
const seqIn = (text: string | null): number | null => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null);

/** /conversations: the list and the selected thread; on a phone one after the other. */
export default function ConversationsPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { visitorPanel } = usePreferences();
  const selected = query.get('selected');
  const filter = inboxFilters.find((each) => each === query.get('filter')) ?? 'all';
  usePageTitle(conversations('conversations'));

  const linkTo = useCallback((id: string, messageSeq?: number) => addressOf(filter, id, messageSeq), [filter]);
  const select = useCallback(
    (id: string | null, messageSeq?: number) => void navigate(addressOf(filter, id, messageSeq)),
    [navigate, filter],
  );
  const markUnread = useMarkUnread();
  /** Leaves it as well: what is looked at is being read. */
  const leaveUnread = () => {
    if (selected) markUnread(selected);
    select(null);
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
          { id: 'list:unread', label: ownership('markUnread'), group: 'List', keys: 'u', run: leaveUnread },
        ]
      : [],
  );
  const client = useQueryClient();
  useDeselectDeleted(selected, () => {
    // Words for who did not delete it: the thread would go without a reason while they write.
    if (client.isMutating({ mutationKey: deletion }) === 0) toast({ title: conversations('deleted') });
    void navigate(addressOf(filter, null), { replace: true });
  });
  useNarrowStart();
  const { data: list } = useQuery({ ...conversationList(listFilterOf(filter, '')), enabled: false });
  const hasConversations = list !== undefined && list.items.length > 0;
  const visitorFocus = useVisitorFocus(visitorPanel);

  return (
    <div className={styles.screen} data-selected={selected ? '' : undefined} data-visitor={visitorPanel || undefined}>
      <h1 className="sr-only">{conversations('conversations')}</h1>
      <div className={styles.inbox}>
        <InboxPane
          filter={filter}
          onFilter={(next) => void navigate(addressOf(next, selected))}
          selectedId={selected}
          linkTo={linkTo}
          onSelect={select}
          whenEmpty={firstSteps}
        />
      </div>
      <div className={styles.thread}>
        {selected ? (
          <ThreadPane
            key={selected}
            conversationId={selected}
            openAt={seqIn(query.get('message'))}
            backTo={addressOf(filter, null)}
          />
        ) : (
          <EmptyState
            icon={MessagesSquare}
            title={conversations('select')}
            action={
              hasConversations && (
                <Button variant="outline" size="xs" onClick={() => runCommand('list:next')}>
                  {conversations('openFirst')}
                </Button>
              )
            }
          >
            {conversations('chooseOne')}
          </EmptyState>
        )}
      </div>
      {selected && visitorPanel && (
        <div className={styles.visitor} {...visitorFocus}>
          <VisitorPanel key={selected} conversationId={selected} linkTo={linkTo} onClose={hideVisitor} />
        </div>
      )}
    </div>
  );
}

/** Deleting the selected conversation clears the selection, whoever deleted it (docs/product.md#conversations). */
function useDeselectDeleted(selected: string | null, deselect: () => void): void {
  useFrames(
    useCallback(
      (frame) => {
        const isGone =
          frame.type === 'conversations_deleted' ||
          (frame.type === 'conversation_deleted' && frame.conversationId === selected);
        if (selected && isGone) deselect();
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

/** Has the visitor no place beside the thread? */
const isNarrow = (): boolean => window.matchMedia('(max-width: 1359px)').matches;

/** Over the thread the panel takes the focus, since it covers what had it, and Escape closes it. */
function useVisitorFocus(isShown: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current && isNarrow()) panel.current?.querySelector('button')?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && isNarrow() && hideVisitor();
  return { ref: panel, onKeyDown };
}

/** Where there is no room beside the thread, the visitor is shown only when asked for. */
function useNarrowStart(): void {
  useEffect(() => {
    if (isNarrow()) setPreference('visitorPanel', false);
  }, []);
}
