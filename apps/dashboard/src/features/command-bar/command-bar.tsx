import { Dialog } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ContactRound, MessageSquare, Search, Settings } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { listContacts } from '@parley/contracts/routes/contacts';
import { listConversations } from '@parley/contracts/routes/conversations';
import { read } from '../../api/read.ts';
import { registeredCommands, runCommand, subscribeToCommands } from '../../commands/commands.ts';
import { keyCaps } from '../../commands/keyboard.ts';
import { settingsEntries } from '../../domain/settings/entries.ts';
import { findSettings } from '../../domain/settings/search.ts';
import { useRights } from '../../forms/permissions.ts';
import { Facts } from '../../ui/facts.tsx';
import fading from '../../ui/fading.module.css';
import { Keys } from '../../ui/keys.tsx';
import { OverPage } from '../../ui/over.tsx';
import { MatchedText } from '../../ui/matched-text.tsx';
import { customerLabel, websiteLabel } from '../../ui/person.ts';
import styles from './command-bar.module.css';
import { groupWords, rankCommands } from './ranking.ts';
import { layout } from '../../i18n/en/layout.ts';
import { commandBar } from '../../i18n/en/commandbar.ts';

interface Choice {
  id: string;
  label: string;
  group: string;
  keys?: string | undefined;
  detail?: ReactNode;
  icon?: ReactNode;
  run: () => void;
}

function useConversationChoices(query: string): Choice[] {
  const navigate = useNavigate();
  const wanted = useDeferredValue(query.trim());
  const { data = [] } = useQuery({
    ...read(listConversations, { query: { q: wanted, limit: 6 } }),
    queryKey: ['command-bar', wanted],
    enabled: wanted.length >= 2,
    placeholderData: (previous) => previous,
    gcTime: 10_000,
  });
  if (wanted.length < 2) return [];
  return data.map((conversation) => ({
    id: conversation.id,
    label: customerLabel(conversation),
    detail: (
      <Facts>
        {websiteLabel(conversation)}
        {conversation.match ? <MatchedText {...conversation.match} /> : conversation.lastMessage?.content.slice(0, 80)}
      </Facts>
    ),
    icon: <MessageSquare size={15} aria-hidden />,
    group: commandBar('conversations'),
    run: () =>
      void navigate(
        `/conversations?selected=${conversation.id}${conversation.match ? `&message=${conversation.match.seq}` : ''}`,
      ),
  }));
}

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function useContactChoices(query: string): Choice[] {
  const navigate = useNavigate();
  const wanted = useDeferredValue(query.trim());
  const { data = [] } = useQuery({
    ...read(listContacts, { query: { q: wanted, limit: 4 } }),
    queryKey: ['command-bar', 'contacts', wanted],
    enabled: wanted.length >= 2,
    placeholderData: (previous) => previous,
    gcTime: 10_000,
  });
  if (wanted.length < 2) return [];
  return data.map((contact) => ({
    id: `contact:${contact.id}`,
    label: customerLabel({ ...contact, customerName: contact.name, customerEmail: contact.email }),
    detail: contact.name && contact.email ? contact.name : undefined,
    icon: <ContactRound size={15} aria-hidden />,
    group: layout('contacts'),
    run: () => void navigate(`/contacts/${contact.id}`),
  }));
}

const mostSettings = 5;

function useSettingChoices(query: string): Choice[] {
  const navigate = useNavigate();
  const found = findSettings(settingsEntries(useRights()), query);
  return found.slice(0, mostSettings).map(({ label, to, path }) => ({
    id: `setting:${to}`,
    label,
    detail: path,
    icon: <Settings size={15} aria-hidden />,
    group: layout('settings'),
    run: () => void navigate(to),
  }));
}

/** Finds all commands of the screen, every setting, conversation and contact, by typing. */
export default function CommandBar({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(0);
  const commands = useSyncExternalStore(subscribeToCommands, registeredCommands);
  const conversations = useConversationChoices(query);
  const contacts = useContactChoices(query);
  const settings = useSettingChoices(query);
  const listId = useId();

  const isRanked = query.trim() !== '';
  const choices: Choice[] = [
    ...rankCommands(commands, query).map(({ id, label, group, keys }) => ({
      id,
      label,
      // Sorted by how well they fit, groups would begin again and again.
      group: isRanked ? commandBar('actions') : groupWords(group),
      keys,
      run: () => runCommand(id),
    })),
    ...settings,
    ...conversations,
    ...contacts,
  ];
  const current = choices[Math.min(marked, choices.length - 1)];

  const choose = (choice: Choice) => {
    onClose();
    // Runs after the dialog has returned the focus, so that the command may move it.
    setTimeout(choice.run, 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && choices.length) {
      event.preventDefault();
      setMarked((Math.min(marked, choices.length - 1) + step + choices.length) % choices.length);
    }
    if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(current);
    }
  };

  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content className={styles.dialog} aria-label={commandBar('commandBar')}>
            <div className={styles.search}>
              <Search size={17} aria-hidden />
              <input
                // The dialog moves the focus to its first field.
                role="combobox"
                aria-expanded="true"
                aria-controls={listId}
                aria-activedescendant={current && `${listId}-${current.id}`}
                aria-label={commandBar('search')}
                placeholder={commandBar('search')}
                value={query}
                onChange={(event) => {
                  setQuery(event.target.value);
                  setMarked(0);
                }}
                onKeyDown={onKeyDown}
              />
            </div>
            <div
              id={listId}
              role="listbox"
              aria-label={commandBar('results')}
              className={`${styles.list} ${fading.below}`}
            >
              {choices.map((choice, index) => (
                <div key={choice.id} role="presentation">
                  {choice.group !== choices[index - 1]?.group && (
                    <div className={styles.group} role="presentation">
                      {choice.group}
                    </div>
                  )}
                  <div
                    ref={choice === current ? intoView : null}
                    id={`${listId}-${choice.id}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={choice === current}
                    className={styles.choice}
                    onPointerMove={() => setMarked(index)}
                    onClick={() => choose(choice)}
                    onKeyDown={(event) => event.key === 'Enter' && choose(choice)}
                  >
                    {choice.icon}
                    <span className={styles.label}>
                      <bdi>{choice.label}</bdi>
                      {choice.detail && <small dir="auto">{choice.detail}</small>}
                    </span>
                    {choice.keys && <Keys caps={keyCaps(choice.keys)} />}
                  </div>
                </div>
              ))}
            </div>
            {choices.length === 0 && (
              <output className={styles.nothing}>{commandBar('nothingFound', { query })}</output>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}
