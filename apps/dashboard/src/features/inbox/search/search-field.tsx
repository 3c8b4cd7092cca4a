import { Input } from '@chakra-ui/react';
import { searchMaxLength } from '@parley/contracts/filter/limits';
import { asksForNames, type SearchKey } from '@parley/contracts/filter/search-words';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { search } from '../../../i18n/en/search.ts';
import { inbox } from '../../../i18n/en/inbox.ts';
import { views } from '../../../i18n/en/views.ts';
import { useSearchNames } from './asked-for.ts';
import styles from './search.module.css';
import { type Suggestion, suggestionsAt } from './suggestions.ts';

/** A new key needs its words here. */
const keyWords: Record<SearchKey, () => string> = {
  from: () => search('from'),
  to: () => search('to'),
  cc: () => search('cc'),
  subject: () => search('subject'),
  assignee: () => search('assignee'),
  team: () => search('team'),
  tag: () => search('tag'),
  status: () => search('status'),
  is: () => search('is'),
  priority: () => search('priority'),
  rating: () => views('rating'),
  website: () => search('website'),
  company: () => search('company'),
  mailbox: () => search('mailbox'),
  sla: () => search('sla'),
  channel: () => search('channel'),
  delivery: () => views('delivery'),
  country: () => views('country'),
  referrer: () => views('referrer'),
  utm_source: () => views('utmSource'),
  utm_medium: () => views('utmMedium'),
  utm_campaign: () => views('utmCampaign'),
  before: () => search('before'),
  after: () => search('after'),
  has: () => search('has'),
};

const isValue = ({ key, attribute }: Suggestion): boolean => key === null && attribute === undefined;

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onTyped: (text: string) => void;
  onEnter: () => void;
  onEscape: () => void;
  /** Downwards out of the field. */
  onLeave: () => void;
}

/** Search box: while a filter is typed as a word, its suggestions are shown below, for the arrows and Enter. */
export function SearchField({ field, typed, onTyped, onEnter, onEscape, onLeave }: SearchFieldProps) {
  const listId = useId();
  /** Position of the caret; null if nothing is to be suggested. */
  const [caret, setCaret] = useState<number | null>(null);
  const [marked, setMarked] = useState<number | null>(null);
  /** Position of the caret once the chosen text is in the field. */
  const goTo = useRef<number | null>(null);
  // Attributes are words of their own: they are needed as soon as the first letters are typed.
  const names = useSearchNames(asksForNames(typed) || (caret !== null && typed.trim() !== ''));
  const { options, start, end } =
    caret === null || !names ? { options: [], start: 0, end: 0 } : suggestionsAt(typed, caret, names);
  const isOpen = options.length > 0;
  // A value that is half typed is none, so Enter completes it; a key may be a word like any other.
  const at = marked ?? (options[0] && isValue(options[0]) ? 0 : null);
  const current = at === null ? undefined : options[Math.min(at, options.length - 1)];

  useLayoutEffect(() => {
    if (goTo.current === null) return;
    field.current?.setSelectionRange(goTo.current, goTo.current);
    goTo.current = null;
  });
  const choose = ({ text }: Suggestion) => {
    const rest = typed.slice(end);
    onTyped(typed.slice(0, start) + text + (text.endsWith(' ') ? rest.trimStart() : rest));
    goTo.current = start + text.length;
    setCaret(start + text.length);
    setMarked(null);
    field.current?.focus();
  };
  const close = () => {
    setCaret(null);
    setMarked(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (isOpen && step) {
      event.preventDefault();
      setMarked(at === null ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length);
    } else if (isOpen && event.key === 'Escape') {
      // The first one leaves the suggestions alone.
      event.preventDefault();
      close();
    } else if (current && (event.key === 'Enter' || (event.key === 'Tab' && marked !== null))) {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape') {
      onEscape();
      event.currentTarget.blur();
    } else if (event.key === 'Enter' && typed.trim()) {
      onEnter();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <div className={styles.search}>
      <Search size={16} aria-hidden />
      <Input
        ref={field}
        type="search"
        {...(isOpen && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': current && `${listId}-${options.indexOf(current)}`,
        })}
        aria-label={inbox('search')}
        placeholder={inbox('searchPlaceholder')}
        autoComplete="off"
        maxLength={searchMaxLength}
        ps="8"
        value={typed}
        onChange={({ target }) => {
          onTyped(target.value);
          setCaret(target.selectionStart);
          setMarked(null);
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label={search('suggestions')} className={styles.suggestions}>
          {options.map((option, index) => (
            <div
              key={option.text}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === current}
              className={styles.suggestion}
              onPointerMove={() => setMarked(index)}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              onKeyDown={(event) => event.key === 'Enter' && choose(option)}
            >
              <bdi>{option.label}</bdi>
              {!isValue(option) && <span>{option.key ? keyWords[option.key]() : option.attribute}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
