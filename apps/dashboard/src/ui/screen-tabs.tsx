import { Tabs } from '@chakra-ui/react';
import { Activity, type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCommands } from '../commands/commands.ts';
import { ui } from '../i18n/en/ui.ts';
import styles from './screen-tabs.module.css';

interface Tab {
  id: string;
  label: string;
}

/** The tab that the address names, or `first`, and the way to another; `F` and a number lead there, too. */
export function useTab(tabs: readonly Tab[], first: string): [string, (id: string) => void] {
  const [query, setQuery] = useSearchParams();
  const show = (id: string) => setQuery({ tab: id }, { replace: true });
  useCommands(
    tabs.map(({ id, label }, index) => ({
      id: `tab:${id}`,
      label: ui('showTab', { tab: label }),
      group: 'List' as const,
      keys: `f ${index + 1}`,
      run: () => show(id),
    })),
  );
  return [tabs.find(({ id }) => id === query.get('tab'))?.id ?? first, show];
}

interface ScreenTabsProps<T extends Tab> {
  tabs: readonly T[];
  selected: string;
  onSelect: (id: string) => void;
  children: (tab: T) => ReactNode;
  /** Content of each tab, if tabs are cards and not words in a line. */
  cardOf?: (tab: T) => ReactNode;
}

/**
 * Tabs of a screen; the selected one is always in view. Text typed into a tab is kept while another one is open; its
 * commands and reads pause.
 */
export function ScreenTabs<T extends Tab>({ tabs, selected, onSelect, children, cardOf }: ScreenTabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-value="${selected}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <Tabs.Root
      value={selected}
      onValueChange={({ value }) => onSelect(value)}
      variant={cardOf ? 'outline' : 'line'}
      lazyMount
    >
      {cardOf ? (
        <Tabs.List ref={list}>
          {tabs.map((tab) => (
            <Tabs.Trigger key={tab.id} value={tab.id}>
              {cardOf(tab)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      ) : (
        <div className={styles.lines}>
          <Tabs.List ref={list} className={styles.list}>
            {tabs.map(({ id, label }) => (
              <Tabs.Trigger key={id} value={id} flexShrink="0">
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </div>
      )}
      {tabs.map((tab) => (
        <Tabs.Content key={tab.id} value={tab.id} pt="4">
          <Activity mode={tab.id === selected ? 'visible' : 'hidden'}>{children(tab)}</Activity>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
