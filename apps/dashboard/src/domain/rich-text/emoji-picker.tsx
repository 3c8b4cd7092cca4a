import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { formatting } from '../../i18n/en/formatting.ts';
import styles from './emoji-picker.module.css';
import { type Emoji, emojis, found } from './emojis.ts';

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** Number of emoji beside each other. */
const columns = 8;
/** Number of emoji that are shown at once; the others are found by their names. */
const shownAtOnce = 200;

/** Offers emoji by their names in the user's language: arrows move, Enter takes, Escape leaves. */
export default function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
  const [all, setAll] = useState<readonly Emoji[] | null>(null);
  const [words, setWords] = useState('');
  const [marked, setMarked] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    field.current?.focus();
    let isGone = false;
    void emojis().then((loaded) => {
      if (!isGone) setAll(loaded);
    });
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => {
    const { current } = box;
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && current?.contains(relatedTarget))) onClose();
    };
    current?.addEventListener('focusout', onLeave);
    return () => current?.removeEventListener('focusout', onLeave);
  }, [onClose]);
  const shown = useMemo(() => found(all ?? [], words).slice(0, shownAtOnce), [all, words]);
  useEffect(() => list.current?.children[marked]?.scrollIntoView({ block: 'nearest' }), [marked]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isBackwards = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = isBackwards ? 'ArrowLeft' : 'ArrowRight';
    const steps: Record<string, number> = {
      [next]: 1,
      [isBackwards ? 'ArrowRight' : 'ArrowLeft']: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
    };
    const step = steps[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && shown[marked]) onPick(shown[marked].emoji);
    else if (step !== undefined) setMarked(Math.min(shown.length - 1, Math.max(0, marked + step)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} role="dialog" aria-label={formatting('emoji')} className={styles.picker}>
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-expanded
        aria-controls="emoji-list"
        aria-activedescendant={shown[marked] && `emoji-${marked}`}
        aria-label={formatting('findEmoji')}
        placeholder={formatting('findEmoji')}
        value={words}
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="emoji-list" role="listbox" aria-label={formatting('emoji')} aria-busy={!all}>
        {shown.map(({ emoji, name }, index) => (
          <button
            key={emoji}
            id={`emoji-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            aria-label={name}
            title={name}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
      {all && shown.length === 0 && <p>{formatting('noEmoji')}</p>}
    </div>
  );
}
