import { type RefObject, useEffect, useEffectEvent } from 'react';

export interface PanelKeys {
  onEscape: () => void;
  /** Called if no button has the focus: a button in focus runs its own action. */
  onEnter: () => void;
  /** Handles any other key, without modifiers; true if it was meant for the panel. */
  onKey?: (key: string) => boolean;
}

/** Gives a panel the focus when it appears, and the keys of the buttons in it. */
export function usePanelKeys(panel: RefObject<HTMLElement | null>, { onEscape, onEnter, onKey }: PanelKeys): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Enter' && event.target === panel.current) onEnter();
    else if (!onKey?.(event.key)) return;
    event.preventDefault();
    // It is no command of the screen either.
    event.stopPropagation();
  });
  useEffect(() => {
    const element = panel.current;
    element?.focus();
    element?.addEventListener('keydown', hear);
    return () => element?.removeEventListener('keydown', hear);
  }, [panel]);
}
