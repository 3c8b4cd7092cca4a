/** Bars and cells of a chart by keyboard: Tab reaches one of them, arrows move, Enter and Space press. */
import { type KeyboardEvent, useState } from 'react';

interface Marks {
  count: number;
  /** Marks in a line; the up and down arrows move by as many. */
  perLine?: number;
  isMirrored: boolean;
  onPress: (index: number) => void;
}

/** Returns the properties of a mark, and which one has the focus or the pointer. */
export function useMarks({ count, perLine = count, isMirrored, onPress }: Marks) {
  const [stop, setStop] = useState(0);
  const [looked, setLooked] = useState<number | null>(null);
  const steps: Record<string, number> = {
    ArrowLeft: isMirrored ? 1 : -1,
    ArrowRight: isMirrored ? -1 : 1,
    ...(perLine < count && { ArrowUp: -perLine, ArrowDown: perLine }),
  };
  const move = (event: KeyboardEvent<SVGElement>, index: number) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPress(index);
      return;
    }
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : index + (steps[event.key] ?? 0);
    if (next === index || next < 0 || next >= count) return;
    event.preventDefault();
    setStop(next);
    event.currentTarget.ownerSVGElement?.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus();
  };
  const props = (index: number, name: string) => ({
    role: 'button',
    tabIndex: index === Math.min(stop, count - 1) ? 0 : -1,
    'aria-label': name,
    'data-mark': index,
    onClick: () => onPress(index),
    onKeyDown: (event: KeyboardEvent<SVGElement>) => move(event, index),
    onFocus: () => {
      setStop(index);
      setLooked(index);
    },
    onBlur: () => setLooked(null),
    onPointerEnter: () => setLooked(index),
    onPointerLeave: () => setLooked(null),
  });
  return { props, looked };
}
