import type { Conversation } from '@parley/contracts/entities';
import { useState } from 'react';

/** Conversations of a list that are selected to be changed together. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Chooses one, or leaves it. */
  toggle: (id: string) => void;
  /** Selects all from the one selected last to this one, in the order of the list. */
  extendTo: (id: string, items: readonly Conversation[]) => void;
  /** Leaves only these chosen. */
  keep: (ids: ReadonlySet<string>) => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Holds a selection, which starts empty with every list. */
export function useSelection(list: string): Selection {
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<string>; last: string | null }>({
    list,
    ids: none,
    last: null,
  });
  const { ids, last } = chosen.list === list ? chosen : { ids: none, last: null };
  return {
    ids,
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setChosen({ list, ids: next, last: id });
    },
    extendTo(id, items) {
      const [from, to] = [last ?? id, id].map((each) => items.findIndex((item) => item.id === each));
      if (from === undefined || to === undefined || to < 0) return;
      const range = items.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
      setChosen({ list, ids: new Set([...ids, ...range.map((item) => item.id)]), last: id });
    },
    keep: (kept) => setChosen({ list, ids: kept, last }),
    clear: () => setChosen({ list, ids: none, last: null }),
  };
}
