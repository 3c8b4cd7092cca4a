import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { selectBlank } from './blanks.ts';
import { putIn, type SlashQuery, slashAt } from '../../../ui/slash.ts';
import type { TextField } from '../../../ui/text-field.ts';

interface SlashOptions {
  /** Called when another query begins. */
  onQuery: () => void;
  /** False when there is nothing to choose from: then the key is the field's. */
  onKey: (key: 'next' | 'previous' | 'pick') => boolean;
}

const keys: Readonly<Record<string, 'next' | 'previous' | 'pick'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Enter: 'pick',
  Tab: 'pick',
};

/**
 * Follows the slash that is being written in a field, and takes the keys that choose, before the field does. Escape
 * leaves the slash as a slash; Tab goes from blank to blank.
 */
export function useSlash(field: RefObject<TextField | null>, { onQuery, onKey }: SlashOptions) {
  const [query, setQuery] = useState<SlashQuery | null>(null);
  const [left, setLeft] = useState<number | null>(null);

  const look = useEffectEvent((area: TextField, mayOpen: boolean) => {
    const next = slashAt(area.value, area.selectionStart);
    if (!next) setLeft(null);
    if (!mayOpen && !query) return;
    const shown = next && next.start !== left ? next : null;
    if (shown?.typed !== query?.typed) onQuery();
    setQuery(shown);
  });
  const press = useEffectEvent((event: KeyboardEvent, area: TextField) => {
    if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keys[event.key];
    const isTaken =
      query && event.key === 'Escape'
        ? leave(query)
        : query && key
          ? onKey(key)
          : event.key === 'Tab' && selectBlank(area, area.selectionEnd);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const leave = ({ start }: SlashQuery): true => {
    setLeft(start);
    setQuery(null);
    return true;
  };

  useEffect(() => {
    const area = field.current;
    if (!area) return;
    const onInput = () => look(area, true);
    const onMove = () => look(area, false);
    const onKeyDown = (event: Event) => event instanceof KeyboardEvent && press(event, area);
    const onBlur = () => setQuery(null);
    area.addEventListener('input', onInput);
    area.addEventListener('keyup', onMove);
    area.addEventListener('click', onMove);
    area.addEventListener('keydown', onKeyDown);
    area.addEventListener('blur', onBlur);
    return () => {
      area.removeEventListener('input', onInput);
      area.removeEventListener('keyup', onMove);
      area.removeEventListener('click', onMove);
      area.removeEventListener('keydown', onKeyDown);
      area.removeEventListener('blur', onBlur);
    };
  }, [field]);

  return {
    query,
    close: () => setQuery(null),
    /** Writes a slash at the caret, as a word of its own. */
    open: () => {
      const area = field.current;
      if (!area) return;
      const { selectionStart: start, selectionEnd: end, value } = area;
      if (slashAt(value, start)?.typed === '') area.focus();
      else putIn(area, start, end, start > 0 && !/\s/.test(value.charAt(start - 1)) ? ' /' : '/');
      setQuery(slashAt(area.value, area.selectionStart));
    },
  };
}
