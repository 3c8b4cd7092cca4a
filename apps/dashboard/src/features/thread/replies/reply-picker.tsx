import { BookOpen } from 'lucide-react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { replies } from '../../../i18n/en/replies.ts';
import { ActionIcon } from '../../../domain/canned-replies/action-icon.tsx';
import { actionWords, useActionNames } from '../../../domain/canned-replies/action-words.ts';
import styles from '../../../domain/canned-replies/canned-replies.module.css';
import type { Choice } from './choices.ts';

interface ReplyPickerProps {
  id: string;
  choices: readonly Choice[];
  /** Returns the text that a choice would insert here. */
  wordsOf: (choice: Choice) => string;
  marked: number;
  onMark: (index: number) => void;
  onPick: (choice: Choice) => void;
}

/** Number of choices in view at once. */
const drawnFirst = 6;

/** Lists what can be inserted, the most likely first. The field keeps the focus, and its keys control the list. */
export function ReplyPicker({ id, choices, wordsOf, marked, onMark, onPick }: ReplyPickerProps) {
  const names = useActionNames();
  const [isWhole, setWhole] = useState(false);
  // Choices out of sight are rendered once those in view are on screen: a frame shows what was rendered before it.
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setWhole(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const list = useRef<HTMLDivElement>(null);
  // The first is in view already, and asking where it is would have the page laid out once more.
  const hasMoved = useRef(false);
  useEffect(() => {
    hasMoved.current ||= marked > 0;
    if (hasMoved.current) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const drawn = isWhole || marked >= drawnFirst ? choices : choices.slice(0, drawnFirst);
  return (
    <div className={styles.picker}>
      <div ref={list} id={id} role="listbox" aria-label={replies('pickerLabel')}>
        {drawn.map((choice, index) => (
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === marked}
            onPointerMove={() => index !== marked && onMark(index)}
            onPointerDown={(event) => {
              // The field keeps the focus.
              event.preventDefault();
              onPick(choice);
            }}
          >
            <span className={styles.head}>
              {choice.shortcut && <code dir="ltr">/{choice.shortcut}</code>}
              <bdi>{choice.name}</bdi>
              {choice.article && (
                <small>
                  <BookOpen size={12} aria-hidden />
                  {replies('article')}
                </small>
              )}
              {choice.reply?.actions.map((action, place) => (
                <small key={place} title={actionWords(action, names)}>
                  <ActionIcon type={action.type} />
                  <span className="sr-only">{actionWords(action, names)}</span>
                </small>
              ))}
            </span>
            <span className={styles.words} dir="auto">
              {wordsOf(choice)}
            </span>
          </div>
        ))}
      </div>
      <output className="sr-only">{replies('found', { count: choices.length })}</output>
    </div>
  );
}
