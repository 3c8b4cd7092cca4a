import { Box } from '@chakra-ui/react';
import { ChevronRight, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands.ts';
import {
  groupLabel,
  settingsEntries,
  type SettingsEntry,
  type SettingsGroup,
  settingsGroups,
} from '../../domain/settings/entries.ts';
import { settingParameter } from '../../domain/settings/paths.ts';
import { type FoundSetting, findSettings } from '../../domain/settings/search.ts';
import { useUnsavedForms } from '../../forms/draft.ts';
import { useRights } from '../../forms/permissions.ts';
import { layout } from '../../i18n/en/layout.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { usePageTitle } from '../../ui/page.tsx';
import styles from './settings-column.module.css';

/** Returns the path, tab and setting that an address names. */
function partsOf(address: string) {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  return { pathname, tab: searchParams.get('tab'), setting: searchParams.get(settingParameter) };
}

/** Returns the entry of an address: the one that names most of it, or the first of its screen. */
function entryAt(entries: readonly SettingsEntry[], address: string): SettingsEntry | undefined {
  const here = partsOf(address);
  const onScreen = entries.filter(({ to }) => partsOf(to).pathname === here.pathname);
  const inTab = onScreen.filter(({ to }) => partsOf(to).tab === here.tab);
  const ofSetting = onScreen.find(({ settings, to }) => {
    const { tab } = partsOf(to);
    return settings.some(({ id }) => id === here.setting) && (here.tab === null || tab === here.tab);
  });
  return ofSetting ?? inTab.find(({ to }) => partsOf(to).setting === null) ?? inTab[0] ?? onScreen[0];
}

/** Moves the focus among the links of the column. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input,a')];
  const next = stops[stops.findIndex((each) => each === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Lists every setting by group, with a field that finds one by its name or by other words for it. As a screen of its own
 * it has a title, and no entry is open.
 */
export function SettingsColumn({ isScreen = false }: { isScreen?: boolean }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const entries = settingsEntries(useRights());
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isSettings = pathname === '/settings';
  // The other screens have fields of their own to search what they list: there this one is a button first.
  const [isAsked, setAsked] = useState(false);
  const ask = () => {
    flushSync(() => setAsked(true));
    field.current?.focus();
  };
  useCommands(
    isSettings
      ? [
          {
            id: 'settings:search',
            label: settingsNav('search'),
            group: 'List',
            keys: '/',
            run: () => field.current?.focus(),
          },
        ]
      : [],
  );
  const found = findSettings(entries, typed);
  const isSearching = typed.trim() !== '';
  const here = isScreen ? undefined : entryAt(entries, pathname + search);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && typed) {
      event.preventDefault();
      setTyped('');
      field.current?.focus();
    }
    moveFocus(event);
  };
  const openFirst = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first) return;
    event.preventDefault();
    void navigate(first.to);
  };
  return (
    <Box as="nav" className={styles.column} aria-label={settingsNav('settings')} onKeyDown={onKeyDown}>
      {isScreen && <ScreenTitle />}
      <search className={styles.search}>
        <div className={styles.field}>
          <Search size={15} aria-hidden />
          {isSettings || isAsked ? (
            <input
              ref={field}
              type="search"
              aria-label={settingsNav('search')}
              placeholder={settingsNav('search')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={openFirst}
            />
          ) : (
            <button type="button" onClick={ask}>
              {settingsNav('search')}
            </button>
          )}
        </div>
      </search>
      <div className={styles.groups}>
        {isSearching ? (
          <Found found={found} typed={typed} />
        ) : (
          settingsGroups.map((group) => (
            <Group
              key={group}
              group={group}
              entries={entries.filter((each) => each.group === group)}
              here={here}
              isSettings={isSettings}
            />
          ))
        )}
      </div>
    </Box>
  );
}

function Found({ found, typed }: { found: readonly FoundSetting[]; typed: string }) {
  return (
    <>
      <output className="sr-only">{settingsNav('found', { count: found.length })}</output>
      {found.length === 0 && <p className={styles.nothing}>{settingsNav('nothingFound', { typed: typed.trim() })}</p>}
      <ul className={styles.entries}>
        {found.map(({ id, label, to, path }) => (
          <li key={`${to} ${id}`}>
            <Link to={to} className={styles.entry}>
              <span>
                {label}
                <small>{path}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

interface GroupProps {
  group: SettingsGroup;
  entries: readonly SettingsEntry[];
  /** Entry on the screen. */
  here: SettingsEntry | undefined;
  /** True on /settings, where entries are its tabs. */
  isSettings: boolean;
}

/** Shows the entries of a group: tabs of the screen, and links to others, in the order of the list. */
function Group({ group, entries, here, isSettings }: GroupProps) {
  const headingId = useId();
  if (entries.length === 0) return null;
  const isTab = ({ to }: SettingsEntry) =>
    isSettings && to.startsWith('/settings?tab=') && !to.includes(`${settingParameter}=`);
  const runs = runsOf(entries, isTab);
  return (
    <div className={styles.group}>
      <div id={headingId} className={styles.heading}>
        {groupLabel(group)}
      </div>
      {runs.map((run) =>
        run.some(isTab) ? (
          <div
            key={run[0]?.id}
            role="tablist"
            aria-orientation="vertical"
            aria-labelledby={headingId}
            className={styles.entries}
          >
            {run.map((entry) => (
              <Link key={entry.id} to={entry.to} role="tab" aria-selected={entry === here} className={styles.entry}>
                <EntryLabel entry={entry} />
              </Link>
            ))}
          </div>
        ) : (
          <ul key={run[0]?.id} className={styles.entries}>
            {run.map((entry) => (
              <li key={entry.id}>
                <Link to={entry.to} aria-current={entry === here ? 'page' : undefined} className={styles.entry}>
                  <EntryLabel entry={entry} />
                </Link>
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}

/** Divides entries, in their order, into runs of tabs and runs of links. */
function runsOf(entries: readonly SettingsEntry[], isTab: (entry: SettingsEntry) => boolean): SettingsEntry[][] {
  const runs: SettingsEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0] && isTab(last[0]) === isTab(entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function EntryLabel({ entry }: { entry: SettingsEntry }) {
  const unsaved = useUnsavedForms().names;
  return (
    <>
      <span>{entry.label}</span>
      {entry.forms?.some((form) => unsaved.includes(form)) && (
        <>
          <span className="sr-only">, {settingsNav('unsaved')}</span>
          <span className={styles.unsaved} aria-hidden />
        </>
      )}
      <ChevronRight size={16} aria-hidden className={styles.phoneOnly} />
    </>
  );
}

function ScreenTitle() {
  const title = layout('settings');
  usePageTitle(title);
  return <h1 className={styles.title}>{title}</h1>;
}
