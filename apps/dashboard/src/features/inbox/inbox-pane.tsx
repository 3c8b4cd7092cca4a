import { Button, Input } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../auth/auth.tsx';
import { useCommands } from '../../commands/commands.ts';
import { cachedConversation } from '../../live/conversation-cache.ts';
import { ConversationList } from './conversation-list.tsx';
import { DeleteAllDialog, DeleteDialog } from './delete-dialogs.tsx';
import { filterLabels, type InboxFilter, inboxFilters, listFilterOf } from './filters.ts';
import styles from './inbox.module.css';

/** Typing on is quicker than this; the search starts in the pause. */
const searchPauseMs = 250;

interface InboxPaneProps {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  selectedId: string | null;
  linkTo: (id: string, messageSeq?: number) => string;
  onSelect: (id: string | null, messageSeq?: number) => void;
}

/** The left side of the conversations screen: search, filters, the list, and deleting. */
export function InboxPane({ filter, onFilter, selectedId, linkTo, onSelect }: InboxPaneProps) {
  const me = useMe();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<Conversation | null>(null);
  const [deletingAll, setDeletingAll] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), typed ? searchPauseMs : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  const deleteSelected = () => {
    if (selectedId) setDeleting(cachedConversation(client, selectedId) ?? null);
  };
  useCommands([
    {
      id: 'list:search',
      label: 'Search conversations',
      group: 'List' as const,
      keys: '/',
      run: () => searchBox.current?.focus(),
    },
    ...inboxFilters.map((each, index) => ({
      id: `list:${each}`,
      label: `Show conversations: ${filterLabels[each]}`,
      group: 'List' as const,
      keys: `f ${index + 1}`,
      run: () => onFilter(each),
    })),
    ...(selectedId
      ? [
          {
            id: 'list:delete',
            label: 'Delete conversation',
            group: 'List' as const,
            keys: '#',
            run: deleteSelected,
          },
        ]
      : []),
    ...(me.role === 'admin'
      ? [
          {
            id: 'list:delete-all',
            label: 'Delete All Conversations',
            // No key: nothing that is typed by mistake leads to it.
            group: 'List' as const,
            run: () => setDeletingAll(true),
          },
        ]
      : []),
  ]);

  return (
    <section className={styles.pane} aria-label="Conversation list">
      <div className={styles.head}>
        <h2>Conversations</h2>
        <div className={styles.search}>
          <Search size={16} aria-hidden />
          <Input
            ref={searchBox}
            type="search"
            aria-label="Search conversations"
            placeholder="Search email, name, domain, text"
            maxLength={200}
            ps="34px"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              setTyped('');
              event.currentTarget.blur();
            }}
          />
        </div>
        <fieldset className={styles.filters} aria-label="Filter">
          {inboxFilters.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.filter}
              aria-pressed={each === filter}
              onClick={() => onFilter(each)}
            >
              {filterLabels[each]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles.body}>
        <ConversationList
          key={`${filter} ${search}`}
          filter={listFilterOf(filter, search)}
          me={me.id}
          selectedId={selectedId}
          linkTo={linkTo}
          onSelect={onSelect}
          onDelete={setDeleting}
        />
      </div>
      {me.role === 'admin' && (
        <div className={styles.foot}>
          <Button variant="ghost" size="xs" color="fg.muted" onClick={() => setDeletingAll(true)}>
            Delete All Conversations
          </Button>
        </div>
      )}
      <DeleteDialog
        conversation={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={(id) => id === selectedId && onSelect(null)}
      />
      <DeleteAllDialog open={deletingAll} onClose={() => setDeletingAll(false)} onDeleted={() => onSelect(null)} />
    </section>
  );
}
