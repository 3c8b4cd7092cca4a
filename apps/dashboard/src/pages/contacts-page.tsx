import { Button } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import { contactsPerPage } from '@parley/contracts/conversations/limits';
import { listContacts } from '@parley/contracts/routes/contacts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Ban, Building2, ContactRound, MailPlus, UserRoundSearch } from 'lucide-react';
import { Suspense, useDeferredValue, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { pagesOf } from '../api/pages.ts';
import { useCommands } from '../commands/commands.ts';
import { useRowKeys, useRows } from '../commands/rows.ts';
import { filterIn } from '../domain/filter/filter-in.ts';
import { ContactRow } from '../features/contacts/contact-row.tsx';
import { FilterButton } from '../features/contacts/filter-button.tsx';
import { SelectionBar } from '../features/contacts/selection-bar.tsx';
import type { BulkDraft } from '../features/starting/bulk-dialog.tsx';
import { useMay } from '../forms/permissions.ts';
import { Awaited } from '../ui/awaited.tsx';
import styles from '../features/contacts/contacts.module.css';
import { blockWords } from '../i18n/en/block.ts';
import { bulkMessages } from '../i18n/en/bulkmessages.ts';
import { inbox } from '../i18n/en/inbox.ts';
import { overviewWords } from '../i18n/en/overview.ts';
import { companyWords } from '../i18n/en/companies.ts';
import { contactWords as words } from '../i18n/en/contacts.ts';
import { layout } from '../i18n/en/layout.ts';
import { teamWords } from '../i18n/en/team.ts';
import { views } from '../i18n/en/views.ts';
import { lazyPart } from '../loading/part.tsx';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { PanelSearch } from '../ui/panel-search.tsx';
import { MoreButton } from '../ui/more-button.tsx';

const AttributeFilter = lazyPart(() => import('../features/contacts/attribute-filter.tsx'));
const BulkDialog = lazyPart(() => import('../features/starting/bulk-dialog.tsx'));

/** /contacts: all contacts with messages, newest first, and those that a search finds. */
export default function ContactsPage() {
  const [address, setAddress] = useSearchParams();
  const search = address.get('q') ?? '';
  const isBlocked = address.get('blocked') !== null;
  const q = useDeferredValue(search.trim());
  const searchBox = useRef<HTMLInputElement>(null);
  useRows();
  useCommands([
    { id: 'list:search', label: words('search'), group: 'List', keys: '/', run: () => searchBox.current?.focus() },
  ]);
  const filterText = address.get('filter');
  const where = filterIn(filterText);
  const filter = where ? JSON.stringify(where) : '';
  const query = {
    ...(q && { q }),
    ...(isBlocked && { blocked: true }),
    ...(filter && { filter }),
    limit: contactsPerPage,
  };
  const list = useInfiniteQuery({
    ...pagesOf(listContacts, (cursor) => ({ query: { ...query, ...(cursor && { cursor }) } })),
    placeholderData: keepPreviousData,
  });
  const contacts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const show = (text: string, onlyBlocked: boolean, wanted: Filter | null) =>
    setAddress(
      {
        ...(text && { q: text }),
        ...(onlyBlocked && { blocked: '' }),
        ...(wanted && { filter: JSON.stringify(wanted) }),
      },
      { replace: true },
    );
  const [isFiltering, setFiltering] = useState(where !== null);
  const maySendBulk = useMay('messages.send_bulk') && !isBlocked;
  const { ids, isEveryone, ...selection } = useSelection(`${q} ${isBlocked} ${filter}`);
  const selected = contacts.filter(({ id }) => ids.has(id));
  useRowKeys({ o: words('openContact'), ...(maySendBulk && { x: bulkMessages('selectContact') }) });
  const bulk = useBulkDraft();
  const writeBulk = () =>
    bulk.open({
      receivers: isEveryone
        ? { search: { q, ...(where && { filter: where }) } }
        : { contactIds: selected.map(({ id }) => id) },
    });
  const searchFor = (text: string) => show(text, isBlocked, where);
  return (
    <Page
      title={layout('contacts')}
      description={words('about')}
      action={
        <>
          <Button asChild size="xs" variant="outline">
            <Link to="/companies">
              <Building2 size={14} aria-hidden /> {companyWords('title')}
            </Link>
          </Button>
          {maySendBulk && (
            <Button asChild size="xs" variant="outline">
              <Link to="/contacts/messages">
                <MailPlus size={14} aria-hidden /> {bulkMessages('title')}
              </Link>
            </Button>
          )}
          <FilterButton
            list="contacts"
            isFiltering={isFiltering}
            onToggle={() => {
              setFiltering(!isFiltering);
              if (isFiltering) show(search, isBlocked, null);
            }}
          />
          <Button
            size="xs"
            variant={isBlocked ? 'subtle' : 'outline'}
            aria-pressed={isBlocked}
            onClick={() => show(search, !isBlocked, where)}
          >
            <Ban size={14} aria-hidden /> {blockWords('blocked')}
          </Button>
        </>
      }
    >
      <Panel flush>
        <PanelSearch
          ref={searchBox}
          label={words('search')}
          placeholder={words('searchHint')}
          value={search}
          onChange={searchFor}
        />
        {isFiltering && (
          <Suspense>
            <AttributeFilter list="contacts" where={where} onChange={(wanted) => show(search, isBlocked, wanted)} />
          </Suspense>
        )}
        <Awaited read={list} lines={8} />
        {list.data && contacts.length === 0 && (
          <Nobody
            search={q}
            isBlocked={isBlocked}
            isFiltered={where !== null}
            onClear={() => show('', isBlocked, null)}
            onShowAll={() => show('', false, null)}
          />
        )}
        <ul className={styles.list}>
          {contacts.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              selection={
                maySendBulk
                  ? { isSelected: isEveryone || ids.has(contact.id), onToggle: () => selection.toggle(contact.id) }
                  : undefined
              }
            />
          ))}
        </ul>
        <MoreButton list={list} />
        {maySendBulk && (isEveryone || selected.length > 0) && (
          <SelectionBar
            count={selected.length}
            onSelectAll={
              isEveryone || selected.length === contacts.length
                ? undefined
                : () => selection.choose(contacts.map(({ id }) => id))
            }
            isEveryone={list.hasNextPage || isEveryone ? isEveryone : undefined}
            onEveryone={selection.chooseEveryone}
            onWrite={writeBulk}
            onClear={() => selection.choose([])}
          />
        )}
      </Panel>
      <Suspense>
        {bulk.draft && <BulkDialog key={JSON.stringify(bulk.draft)} start={bulk.draft} onClose={bulk.close} />}
      </Suspense>
    </Page>
  );
}

const none: ReadonlySet<string> = new Set();

/** Holds the selected contacts of a list, or that all of it are meant; starts empty with every search. */
function useSelection(list: string) {
  const [chosen, setChosen] = useState({ list, ids: none, isEveryone: false });
  const { ids, isEveryone } = chosen.list === list ? chosen : { ids: none, isEveryone: false };
  return {
    ids,
    isEveryone,
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setChosen({ list, ids: next, isEveryone: false });
    },
    choose: (all: readonly string[]) => setChosen({ list, ids: new Set(all), isEveryone: false }),
    chooseEveryone: (isWanted: boolean) => setChosen({ list, ids, isEveryone: isWanted }),
  };
}

/** Holds the bulk message that is being written, in the history: undoing it brings it back from another page. */
function useBulkDraft() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const draft = (state as { bulkDraft?: BulkDraft } | null)?.bulkDraft ?? null;
  const go = (next: BulkDraft | null) =>
    void navigate({ search }, { replace: true, state: next && { bulkDraft: next } });
  return { draft, open: go, close: () => go(null) };
}

interface NobodyProps {
  search: string;
  isBlocked: boolean;
  isFiltered: boolean;
  onClear: () => void;
  onShowAll: () => void;
}

function Nobody({ search, isBlocked, isFiltered, onClear, onShowAll }: NobodyProps) {
  if (isFiltered)
    return (
      <EmptyState
        compact
        icon={UserRoundSearch}
        title={teamWords('nobodyFound')}
        action={<EmptyAction onClick={onClear}>{views('clear')}</EmptyAction>}
      >
        {words('nobodyFits')}
      </EmptyState>
    );
  if (!search && isBlocked)
    return (
      <EmptyState
        compact
        icon={Ban}
        title={blockWords('nobodyBlocked')}
        action={<EmptyAction onClick={onShowAll}>{inbox('showAll')}</EmptyAction>}
      >
        {blockWords('nobodyBlockedHint')}
      </EmptyState>
    );
  if (!search)
    return (
      <EmptyState
        compact
        icon={ContactRound}
        title={words('nobodyYet')}
        action={<EmptyAction to="/widget">{overviewWords('setUpWidget')}</EmptyAction>}
      >
        {words('nobodyYetHint')}
      </EmptyState>
    );
  return (
    <EmptyState
      compact
      icon={UserRoundSearch}
      title={teamWords('nobodyFound')}
      action={<EmptyAction onClick={onClear}>{teamWords('clearSearch')}</EmptyAction>}
    >
      {teamWords('nobodyFoundHint', { search })}
    </EmptyState>
  );
}
