import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './reports.module.css';

interface PopupProps {
  /** Accessible name of what opens. */
  label: string;
  button: ButtonProps;
  isWide?: boolean;
  children: ReactNode;
}

const gap = 4;
const edge = 8;

/** Opens a box below its button, in front of everything; Escape or a press beside it closes it. */
export function Popup({ label, button, isWide = false, children }: PopupProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const [anchor, popup] = [opener.current, box.current];
    if (!isOpen || !anchor || !popup) return;
    popup.showPopover();
    const { left, right, bottom, top } = anchor.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = popup;
    const isMirrored = document.documentElement.dir === 'rtl';
    const wanted = isMirrored ? right - offsetWidth : left;
    popup.style.left = `${Math.max(edge, Math.min(wanted, window.innerWidth - offsetWidth - edge))}px`;
    const fits = bottom + gap + offsetHeight + edge <= window.innerHeight || top < offsetHeight;
    popup.style.top = `${fits ? bottom + gap : top - gap - offsetHeight}px`;
    popup.querySelector<HTMLElement>('button, select, input, a')?.focus();
  }, [isOpen]);
  return (
    <>
      <Button {...button} ref={opener} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div
          ref={box}
          popover="auto"
          role="dialog"
          aria-label={label}
          className={styles.popup}
          data-wide={isWide || undefined}
          onToggle={({ nativeEvent }) => {
            if (nativeEvent.newState !== 'closed') return;
            setOpen(false);
            if (document.activeElement === document.body) opener.current?.focus();
          }}
        >
          {children}
        </div>
      )}
    </>
  );
}
