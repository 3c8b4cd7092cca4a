import type { LucideIcon } from 'lucide-react';

/** Something that can be done with a message: a button beside it, and an entry of its menu. */
export interface MessageAction {
  id: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
  /** Set for one that shows something below the message. */
  isOpen?: boolean;
  /** Set for one that only the menu has. */
  isInMenu?: boolean;
}

/** Shows the buttons of a message's actions. */
export const MessageButtons = ({ actions }: { actions: readonly MessageAction[] }) =>
  actions
    .filter(({ isInMenu }) => !isInMenu)
    .map(({ id, label, icon: Icon, run, isOpen }) => (
      <button
        key={id}
        type="button"
        data-action={id}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={run}
      >
        <Icon size={13} aria-hidden />
      </button>
    ));
