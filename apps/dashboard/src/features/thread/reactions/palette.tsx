import type { Message } from '@parley/contracts/entities';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useMe } from '../../../auth/auth.tsx';
import { thread } from '../../../i18n/en/thread.ts';
import { offeredEmoji, react } from './reactions.ts';
import styles from './reactions.module.css';

interface PaletteProps {
  message: Message;
  /** Called when an emoji was chosen, or Escape pressed. */
  onClose: () => void;
  /** Called when the focus went elsewhere. */
  onLeave: () => void;
}

/** Offers the emoji that can be put on a message. Arrows move between them. */
export function Palette({ message, onClose, onLeave }: PaletteProps) {
  const me = useMe();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  const isMine = (emoji: string): boolean =>
    !!message.reactions?.some((each) => each.emoji === emoji && each.senderId === me.id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((each) => each === document.activeElement);
    if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave();
  };
  return (
    <div
      ref={box}
      role="toolbar"
      tabIndex={-1}
      aria-label={thread('react')}
      className={styles.palette}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {offeredEmoji.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={thread('reactWith', { emoji })}
          aria-pressed={isMine(emoji)}
          onClick={() => {
            react(message, emoji, !isMine(emoji));
            onClose();
          }}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}
