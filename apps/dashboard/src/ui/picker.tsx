import { Dialog } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { OverPage, staysAlone } from './over.tsx';
import styles from './picker.module.css';

export interface PickerOption {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Found as well as the label, and not shown: an address, for example. */
  keywords?: string;
  /** Shown in quieter text at the end of the line. */
  detail?: string;
  isChosen?: boolean;
  /** Whether it is always found, whatever its label is. */
  isAlways?: boolean;
}

interface PickerProps {
  title: string;
  placeholder: string;
  /** Returns the options that match the typed words, the best first. */
  options: (typed: string) => readonly PickerOption[];
  onChoose: (id: string, typed: string) => void;
  onClose: () => void;
  /** Stays open, for choosing several. */
  isMultiple?: boolean;
  /** Shown if nothing matches. */
  nothing: string;
  children?: ReactNode;
}

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** A choice by typing: a field, and below it what fits. Arrows move, Enter chooses, Escape leaves. */
export function Picker(props: PickerProps) {
  const { title, placeholder, options, onChoose, onClose, isMultiple = false, nothing, children } = props;
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const listId = useId();
  useBackCloses(true, onClose);
  const fitting = options(typed.trim());
  const current = fitting[Math.min(marked, fitting.length - 1)];

  const choose = ({ id }: PickerOption) => {
    onChoose(id, typed.trim());
    if (!isMultiple) return onClose();
    setTyped('');
    setMarked(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && fitting.length > 0) {
      event.preventDefault();
      setMarked((Math.min(marked, fitting.length - 1) + step + fitting.length) % fitting.length);
    }
    if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(current);
    }
  };

  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} {...staysAlone} size="sm">
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content className={styles.dialog} aria-label={title}>
            <input
              className={styles.field}
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={current && `${listId}-${current.id}`}
              aria-label={title}
              placeholder={placeholder}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setMarked(0);
              }}
              onKeyDown={onKeyDown}
            />
            <div
              id={listId}
              role="listbox"
              aria-label={title}
              aria-multiselectable={isMultiple || undefined}
              className={styles.list}
            >
              {fitting.map((option, index) => (
                <div
                  key={option.id}
                  ref={option === current ? intoView : null}
                  id={`${listId}-${option.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.isChosen ?? false}
                  data-marked={option === current || undefined}
                  className={styles.option}
                  onPointerMove={() => setMarked(index)}
                  onClick={() => choose(option)}
                  onKeyDown={(event) => event.key === 'Enter' && choose(option)}
                >
                  {option.icon}
                  <bdi className={styles.label}>{option.label}</bdi>
                  {option.detail && <span className={styles.detail}>{option.detail}</span>}
                  {option.isChosen && <Check size={15} aria-hidden />}
                </div>
              ))}
            </div>
            {fitting.length === 0 && <output className={styles.nothing}>{nothing}</output>}
            {children}
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}

/** Returns the options with a label or keywords that contain the words; those that begin with them come first. */
export function fittingOptions<O extends PickerOption>(options: readonly O[], typed: string): O[] {
  const words = typed.toLocaleLowerCase();
  const places = options.map((option) => {
    const texts = [option.label, option.keywords ?? ''].map((text) => text.toLocaleLowerCase());
    const isFound = option.isAlways || texts.some((text) => text.includes(words));
    return { option, rank: texts.some((text) => text.startsWith(words)) ? 0 : isFound ? 1 : null };
  });
  return [0, 1].flatMap((wanted) => places.flatMap(({ option, rank }) => (rank === wanted ? [option] : [])));
}
