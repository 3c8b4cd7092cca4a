import { messageMaxLength } from '@parley/contracts/messages/limits';
import {
  type KeyboardEvent,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { FormatBar } from '../../../domain/rich-text/format-bar.tsx';
import { FormatButton } from '../../../domain/rich-text/format-button.tsx';
import { formatOfKey } from '../../../domain/rich-text/format-keys.ts';
import type { Editor, Format } from '../../../domain/rich-text/editor.ts';
import type { RichStart } from '../../../domain/rich-text/rich-field.tsx';
import { useMentionable } from '../../../domain/users/colleagues.ts';
import { awayWords } from '../../../domain/absences/away-words.ts';
import { candidates, type Colleague, type MentionQuery, mentionAt } from '../../../domain/users/mention-words.ts';
import styles from '../../../domain/notes/notes.module.css';
import { notes } from '../../../i18n/en/notes.ts';
import { loadAhead } from '../../../loading/new-version.ts';
import { lazyPart, part } from '../../../loading/part.tsx';
import { putIn } from '../../../ui/slash.ts';
import { elementOf } from '../../../ui/text-field.ts';

const { Part: RichField, load: loadRichField } = part(
  () => import('../../../domain/rich-text/rich-field.tsx'),
  lazyPart,
);
const LinkForm = lazyPart(() => import('../../../domain/rich-text/link-form.tsx'));

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
  /** The value is Markdown. */
  isMarkdown?: boolean;
  /** Offers the formats of a message; `isMarkdown` is only ever true with it. */
  isFormattable?: boolean;
  onChange: (text: string, isMarkdown: boolean) => void;
  onSubmit: () => void;
  onLeave: () => void;
}

/** Number of names offered at once. */
const offeredAtOnce = 6;

/** Returns what is written, nothing for an empty list or quotation. */
const markdownIn = (editor: Editor): string => (editor.value.trim() === '' ? '' : editor.markdown());

const begun = (start: Omit<RichStart, 'id'>): RichStart => ({ ...start, id: crypto.randomUUID() });

/**
 * A field for a note: `@` offers colleagues, Enter submits, Shift+Enter makes a line, Escape leaves. Formatting brings
 * the editor of messages in place of the text area.
 */
export function NoteField(props: NoteFieldProps) {
  const { ref, label, placeholder = '', value, isMarkdown = false, isFormattable = false } = props;
  const { onChange, onSubmit, onLeave } = props;
  const field = useRef<HTMLTextAreaElement | Editor>(null);
  const [rich, setRich] = useState<RichStart | null>(null);
  const [active, setActive] = useState<readonly Format[]>([]);
  const [linking, setLinking] = useState<{ href: string | null } | null>(null);
  const [showsBar, setShowsBar] = useState(false);
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const offered = useOffered(query);
  const elementNow = () => field.current && elementOf(field.current);
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    blur: () => field.current?.blur(),
    hasCaret: () => field.current !== null && document.activeElement === elementNow(),
  }));

  /** What the editor has may come from elsewhere: a draft of another device, or nothing after a note was sent. */
  const follow = useEffectEvent(() => {
    if (!isMarkdown) return setRich(null);
    const { current } = field;
    if (current && 'markdown' in current && markdownIn(current) === value) return undefined;
    return void loadAhead(async () => {
      await loadRichField();
      const hasFocus = document.activeElement !== null && document.activeElement === elementNow();
      setRich(begun({ text: value, isMarkdown, hasFocus }));
    });
  });
  useEffect(() => follow(), [value, isMarkdown]);

  const lookAt = (area: HTMLTextAreaElement | Editor) => {
    setQuery(mentionAt(area.value, area.selectionStart));
    setChosen(0);
  };
  const changed = () => {
    const { current } = field;
    if (!current) return;
    if ('markdown' in current) onChange(markdownIn(current), true);
    else onChange(current.value, false);
    lookAt(current);
  };
  /** Lets the editor take the place of the text area, and does something there. */
  const format = (act: (editor: Editor) => void) => {
    const { current } = field;
    if (current && 'markdown' in current) return act(current);
    return void loadAhead(async () => {
      await loadRichField();
      const area = field.current;
      if (!area || 'markdown' in area) return;
      const { value: text, selectionStart, selectionEnd } = area;
      setRich(begun({ text, isMarkdown: false, selection: [selectionStart, selectionEnd], hasFocus: true, act }));
    });
  };
  const onFormat = (wanted: Format) =>
    format((editor) => {
      if (wanted === 'link') setLinking({ href: editor.linkHere() });
      else editor.toggle(wanted);
    });
  const pick = ({ name }: Colleague) => {
    const { current } = field;
    if (!query || !current) return;
    const end = query.start + 1 + query.text.length;
    const hasSpace = current.value.charAt(end) === ' ';
    putIn(current, query.start, end, `@${name}${hasSpace ? '' : ' '}`);
    setQuery(null);
  };
  /** Returns true for a key that was taken. */
  const onKey = (event: globalThis.KeyboardEvent): boolean => {
    if (event.isComposing) return false;
    const { key, shiftKey } = event;
    const colleague = offered[chosen];
    const wanted = isFormattable ? formatOfKey(event) : undefined;
    const area = field.current;
    // Without words to make a link of, the key is the command bar's.
    if (area && wanted && (wanted !== 'link' || area.selectionStart < area.selectionEnd)) {
      event.stopPropagation();
      onFormat(wanted);
    } else if (key === 'Escape') {
      if (colleague) setQuery(null);
      else onLeave();
    } else if (colleague && (key === 'ArrowDown' || key === 'ArrowUp')) {
      setChosen((chosen + (key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length);
    } else if (colleague && (key === 'Enter' || key === 'Tab')) pick(colleague);
    else if (key === 'Enter' && !shiftKey) onSubmit();
    else return false;
    event.preventDefault();
    return true;
  };
  const setLink = (href: string | null): boolean => {
    const { current } = field;
    const isSet = !current || !('setLink' in current) || current.setLink(href);
    if (isSet) setLinking(null);
    return isSet;
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
              {colleague.absence && <span>{awayWords({ absence: colleague.absence })}</span>}
              {colleague.isTeam && <span>{notes('wholeTeam')}</span>}
            </div>
          ))}
        </div>
      )}
      {rich ? (
        <Suspense>
          <RichField
            key={rich.id}
            onEditor={(editor) => (field.current = editor)}
            start={rich}
            label={label}
            placeholder={placeholder}
            onChange={changed}
            onFormats={setActive}
            onKeyDown={onKey}
            onPaste={() => false}
            onBlur={() => setQuery(null)}
          />
        </Suspense>
      ) : (
        <textarea
          ref={(area) => {
            field.current = area;
          }}
          rows={1}
          dir="auto"
          aria-label={label}
          aria-controls={isOpen ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${list}-${chosen}` : undefined}
          placeholder={placeholder}
          maxLength={messageMaxLength}
          value={value}
          onChange={changed}
          onSelect={({ currentTarget }) =>
            query && setQuery(mentionAt(currentTarget.value, currentTarget.selectionStart))
          }
          onBlur={() => setQuery(null)}
          onKeyDown={({ nativeEvent }: KeyboardEvent) => void onKey(nativeEvent)}
        />
      )}
      {linking && (
        <Suspense>
          <LinkForm
            href={linking.href}
            onLink={setLink}
            onClose={() => {
              setLinking(null);
              field.current?.focus();
            }}
          />
        </Suspense>
      )}
      {isFormattable && (
        <div className={styles.formats}>
          {rich || showsBar ? (
            <FormatBar active={rich ? active : []} onFormat={onFormat} />
          ) : (
            <FormatButton isPressed={false} onClick={() => setShowsBar(true)} />
          )}
        </div>
      )}
    </div>
  );
}

function useOffered(query: MentionQuery | null): Colleague[] {
  const colleagues = useMentionable();
  return query ? candidates(colleagues, query.text).slice(0, offeredAtOnce) : [];
}
