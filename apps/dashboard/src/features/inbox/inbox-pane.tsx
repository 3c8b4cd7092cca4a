import { IconButton } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, SearchX } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  Suspense,
} from 'react';
import { useMe } from '../../auth/auth.tsx';
import { useMay } from '../../forms/permissions.ts';
import { useCommands } from '../../commands/commands.ts';
import { cachedConversation } from '../../live/conversation-cache.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useAskedFor } from './search/asked-for.ts';
import { isBeingTyped, problemWords, SearchChips } from './search/search-chips.tsx';
import { SearchField } from './search/search-field.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { firstInboxes, inboxLabel, laterInboxes } from './inboxes.ts';
import type { ListFilter } from '../../live/conversation-lists.ts';
import { everything, type ListState, startList } from './list-state.ts';
import styles from './inbox.module.css';
import { inbox } from '../../i18n/en/inbox.ts';
import { lazyPart } from '../../loading/part.tsx';

const ListMenu = lazyPart(() => import('./list-menu.tsx'));
/** Loaded once the list is drawn: they bring the dialogs' library. */
const DeleteDialog = lazyPart(async () => ({ default: (await import('./delete-dialogs.tsx')).DeleteDialog }));
const DeleteAllDialog = lazyPart(async () => ({ default: (await import('./delete-dialogs.tsx')).DeleteAllDialog }));
const FoundBeside = lazyPart(() => import('./search/found-beside.tsx'));

/** Typing on is quicker than this; the search starts in the pause. */
const searchPauseMs = 250;

/** Moves the focus by one conversation; from the first one, up to `above`. Enter opens it, as every link. */
function useArrows(
  list: RefObject<HTMLElement | null>,
  above: RefObject<HTMLElement | null>,
  onPick: (id: string) => void,
): void {
  const mayPick = useMay('conversations.update');
  const pick = useEffectEvent((link: HTMLElement | undefined) => {
    const id = link?.dataset['conversation'];
    if (id && mayPick && !link?.closest('[data-picked]')) onPick(id);
  });
  useEffect(() => {
    const box = list.current;
    const step = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const links = [...(box?.querySelectorAll<HTMLElement>('li a') ?? [])];
      const at = links.findIndex((link) => link === event.target);
      if (!by || at < 0) return;
      event.preventDefault();
      if (event.shiftKey) {
        pick(links[at]);
        pick(links[at + by]);
      }
      if (at + by < 0) above.current?.focus();
      else links[at + by]?.focus();
    };
    box?.addEventListener('keydown', step);
    return () => box?.removeEventListener('keydown', step);
  }, [list, above]);
}

/** Holds the search as typed, and takes the address's when the user follows a link or goes back. */
function useTyped(search: string) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  if (known !== search) {
    setKnown(search);
    // If the user has typed on, the address follows.
    if (!typed.startsWith(search) || search === '') setTyped(search);
  }
  return [typed, setTyped] as const;
}

interface InboxPaneProps {
  state: ListState;
  /** `isStep` for what the back button should lead back from. */
  onState: (state: ListState, isStep: boolean) => void;
  /** The call that the list is read by; null while that is not known. */
  list: ListFilter | null;
  /** Shown beside the search: the filter. */
  tools: ReactNode;
  /** Shown below the search: inboxes and saved views, where they have no column of their own. */
  lists: ReactNode;
  /** Shown below the list: actions for the selected conversations. */
  bar: ReactNode;
  picked: ReadonlySet<string>;
  onPick: (id: string) => void;
  onPickTo: (id: string, items: readonly Conversation[]) => void;
  selectedId: string | null;
  linkTo: (id: string, messageSeq?: number) => string;
  onSelect: (id: string | null, messageSeq?: number) => void;
  /** Shown if there is no conversation at all. */
  whenEmpty: ReactNode;
}

/** The left side of the conversations screen: search, filters, the list, and deleting. */
export function InboxPane(props: InboxPaneProps) {
  const { state, onState, list, tools, lists, bar, picked, onPick, onPickTo } = props;
  const { selectedId, linkTo, onSelect, whenEmpty } = props;
  const me = useMe();
  const client = useQueryClient();
  const { search } = state;
  const [typed, setTyped] = useTyped(search);
  const searchFor = (text: string) => {
    if (text !== search) onState({ ...state, search: text }, false);
  };
  const asked = useAskedFor(typed);
  const problem = asked?.words.find((word) => word.problem !== null && !isBeingTyped(word, typed))?.problem;
  // A search that is half typed, or names something that does not exist, does not run.
  const afterPause = useEffectEvent(() => {
    setRefused(problem !== undefined);
    if (asked && asked.words.every((word) => word.problem === null)) searchFor(typed);
  });
  /** Whether the typed search is invalid: the results of the one before do not belong to it. */
  const [isRefused, setRefused] = useState(false);
  const isRead = asked !== null;
  /** Search that opens its first result as soon as the result is loaded. */
  const [entered, setEntered] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Conversation | null>(null);
  const [deletingAll, setDeletingAll] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useArrows(body, searchBox, onPick);

  const mayDelete = useMay('conversations.delete');
  const mayDeleteAll = useMay('conversations.delete_all');
  /** Button of the list's menu while that is open. */
  const [menuButton, setMenuButton] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => afterPause(), typed ? searchPauseMs : 0);
    return () => clearTimeout(timer);
  }, [typed, isRead]);
  const forgetEntered = useCallback(() => setEntered(null), []);
  const type = (text: string) => {
    setTyped(text);
    setEntered(null);
  };
  const onEnter = () => {
    if (asked?.words.some((word) => word.problem !== null)) return setRefused(true);
    if (!asked) return;
    // Searches for the whole text: the first result must not be that of fewer letters.
    searchFor(typed);
    setEntered(typed);
  };
  const showFilter = (filter: ListState['filter']) =>
    onState({ ...state, filter, view: null, where: null, sort: null }, true);
  const { compactList } = usePreferences();
  const toggleDensity = () => setPreference('compactList', !compactList);
  const deleteSelected = () => {
    if (selectedId) setDeleting(cachedConversation(client, selectedId) ?? null);
  };
  useCommands([
    {
      id: 'list:search',
      label: inbox('search'),
      group: 'List' as const,
      keys: '/',
      run: () => searchBox.current?.focus(),
    },
    ...[...firstInboxes, ...laterInboxes].map((each, index) => ({
      id: `list:${each}`,
      label: inbox('show', { filter: inboxLabel(each, []) }),
      group: 'List' as const,
      keys: `f ${index + 1}`,
      run: () => showFilter(each),
    })),
    {
      id: 'list:density',
      label: compactList ? inbox('comfortable') : inbox('compact'),
      group: 'List' as const,
      keys: 'c r',
      run: toggleDensity,
    },
    ...(mayDelete && selectedId
      ? [
          {
            id: 'list:delete',
            label: inbox('deleteConversation'),
            group: 'List' as const,
            keys: '#',
            run: deleteSelected,
          },
        ]
      : []),
    ...(mayDeleteAll
      ? [
          {
            id: 'list:delete-all',
            label: inbox('deleteAllTitle'),
            // No key: nothing that is typed by mistake leads to it.
            group: 'List' as const,
            run: () => setDeletingAll(true),
          },
        ]
      : []),
  ]);

  return (
    <section className={styles.pane} aria-label={inbox('list')}>
      <div className={styles.head}>
        <h2 className="sr-only">{inbox('conversations')}</h2>
        <div className={styles.searchLine}>
          <SearchField
            field={searchBox}
            typed={typed}
            onTyped={type}
            onEnter={onEnter}
            onEscape={() => setTyped('')}
            onLeave={() => body.current?.querySelector<HTMLElement>('a')?.focus()}
          />
          {tools}
          <IconButton
            variant="ghost"
            aria-label={inbox('listMenu')}
            title={inbox('listMenu')}
            aria-haspopup="menu"
            aria-expanded={menuButton !== null}
            onClick={({ currentTarget }) => setMenuButton(currentTarget)}
          >
            <Ellipsis size={16} aria-hidden />
          </IconButton>
          <Suspense>{menuButton && <ListMenu button={menuButton} onClose={() => setMenuButton(null)} />}</Suspense>
        </div>
        {asked && <SearchChips words={asked.words} typed={typed} onTyped={type} />}
        {lists}
      </div>
      <div ref={body} className={styles.body}>
        <Suspense>{list?.q && <FoundBeside asked={search} text={list.q} linkTo={linkTo} />}</Suspense>
        {list === null ? (
          <ListSkeleton />
        ) : problem && (isRefused || typed === search) ? (
          <EmptyState
            icon={SearchX}
            title={inbox('nothingFound')}
            action={<EmptyAction onClick={() => setTyped('')}>{inbox('clearSearch')}</EmptyAction>}
          >
            {problemWords(problem)}
          </EmptyState>
        ) : (
          <ConversationList
            key={JSON.stringify(list)}
            filter={list}
            isStart={state.filter === startList.filter && state.view === null}
            isNarrowed={state.where !== null || state.view !== null || (asked?.filter ?? null) !== null}
            picked={picked}
            onPick={onPick}
            onPickTo={onPickTo}
            me={me.id}
            selectedId={selectedId}
            opensFirst={entered !== null && entered === search}
            onFirstOpened={forgetEntered}
            linkTo={linkTo}
            onSelect={onSelect}
            onDelete={setDeleting}
            whenEmpty={whenEmpty}
            onClearSearch={() => setTyped('')}
            onClearFilters={() => onState(everything, true)}
          />
        )}
      </div>
      {bar}
      <Suspense>
        <DeleteDialog
          conversation={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={(id) => id === selectedId && onSelect(null)}
        />
        <DeleteAllDialog open={deletingAll} onClose={() => setDeletingAll(false)} onDeleted={() => onSelect(null)} />
      </Suspense>
    </section>
  );
}
