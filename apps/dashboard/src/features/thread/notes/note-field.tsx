import { messageMaxLength } from '@parley/contracts/messages/limits';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useColleagues } from '../../../domain/users/colleagues.ts';
import { candidates, type Colleague, type MentionQuery, mentionAt } from '../../../domain/users/mention-words.ts';
import styles from '../../../domain/notes/notes.module.css';
import { notes } from '../../../i18n/en/notes.ts';

export interface NoteFieldHandle {
  focus(): void;
  blur(): void;
  hasCaret(): boolean;
}

interface NoteFieldProps {
  ref?: Ref<NoteFieldHandle>;
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  onLeave: () => void;
}

/** Number of names offered at once. */
const offeredAtOnce = 6;

/** A field for a note: `@` offers colleagues, Enter submits, Shift+Enter makes a line, Escape leaves. */
export function NoteField({ ref, label, placeholder, value, onChange, onSubmit, onLeave }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const caretAfter = useRef<number | null>(null);
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const offered = useOffered(query);
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    blur: () => field.current?.blur(),
    hasCaret: () => field.current !== null && document.activeElement === field.current,
  }));

  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });

  const lookAt = ({ value: text, selectionStart }: HTMLTextAreaElement) => {
    setQuery(mentionAt(text, selectionStart));
    setChosen(0);
  };
  const pick = ({ name }: Colleague) => {
    if (!query) return;
    const before = `${value.slice(0, query.start)}@${name} `;
    caretAfter.current = before.length;
    onChange(before + value.slice(query.start + 1 + query.text.length).trimStart());
    setQuery(null);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    const colleague = offered[chosen];
    if (key === 'Escape') {
      event.preventDefault();
      if (colleague) setQuery(null);
      else onLeave();
    } else if (colleague && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      setChosen((chosen + (key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length);
    } else if (colleague && (key === 'Enter' || key === 'Tab')) {
      event.preventDefault();
      pick(colleague);
    } else if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      onSubmit();
    }
  };
  const isOpen = offered.length > 0;
  return (
    <div className={styles.field}>
      {isOpen && (
        <div className={styles.offered} id={list} role="listbox" aria-label={notes('colleagues')}>
          {offered.map((colleague, index) => (
            <div
              key={colleague.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerDown={(event) => {
                event.preventDefault();
                pick(colleague);
              }}
            >
              <bdi>{colleague.name}</bdi>
              {colleague.id === 'here' && <span>{notes('everybodyOnline')}</span>}
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={label}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${list}-${chosen}` : undefined}
        placeholder={placeholder}
        maxLength={messageMaxLength}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          lookAt(currentTarget);
        }}
        onSelect={({ currentTarget }) =>
          query && setQuery(mentionAt(currentTarget.value, currentTarget.selectionStart))
        }
        onBlur={() => setQuery(null)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function useOffered(query: MentionQuery | null): Colleague[] {
  const colleagues = useColleagues();
  return query ? candidates(colleagues, query.text).slice(0, offeredAtOnce) : [];
}
