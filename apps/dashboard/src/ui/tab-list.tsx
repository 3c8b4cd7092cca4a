import { Tabs } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

interface TabListProps {
  tabs: readonly { id: string; label: string }[];
  selected: string;
}

/** The tabs of a screen in one line, which scrolls where it is too narrow; the selected one is always in view. */
export function TabList({ tabs, selected }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-value="${selected}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <Tabs.List ref={list} overflowX="auto" overflowY="hidden">
      {tabs.map(({ id, label }) => (
        <Tabs.Trigger key={id} value={id} flexShrink="0">
          {label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
