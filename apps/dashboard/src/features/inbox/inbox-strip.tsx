import { ChevronDown } from 'lucide-react';
import type { Team } from '@parley/contracts/permissions/roles';
import type { ComponentType } from 'react';
import { inbox } from '../../i18n/en/inbox.ts';
import type { InboxFilter } from './filters.ts';
import styles from './inboxes.module.css';
import { firstInboxes, inboxLabel } from './inboxes.ts';

export interface InboxesProps {
  /** Null while a view is shown. */
  chosen: InboxFilter | null;
  onChoose: (filter: InboxFilter) => void;
  /** Teams of the user. */
  teams: readonly Team[];
  /** Shows the number of a list's conversations. */
  Count: ComponentType<{ list: string }>;
}

interface InboxStripProps extends InboxesProps {
  /** Opens the menu of the other lists at its button. */
  onMore: (button: HTMLElement) => void;
  isMoreOpen: boolean;
}

/** The lists above the conversations, where there is no room for a column: those of open work, and a menu of the others. */
export function InboxStrip({ chosen, onChoose, teams, Count, onMore, isMoreOpen }: InboxStripProps) {
  const other = chosen !== null && !firstInboxes.some((each) => each === chosen) ? chosen : null;
  return (
    <fieldset className={styles.strip} aria-label={inbox('filter')}>
      {firstInboxes.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.chip}
          aria-pressed={each === chosen}
          onClick={() => onChoose(each)}
        >
          {inboxLabel(each, teams)}
          <Count list={each} />
        </button>
      ))}
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="menu"
        aria-expanded={isMoreOpen}
        aria-label={other ? inbox('moreLists', { list: inboxLabel(other, teams) }) : undefined}
        data-chosen={other !== null || undefined}
        onClick={({ currentTarget }) => onMore(currentTarget)}
      >
        <bdi>{other ? inboxLabel(other, teams) : inbox('more')}</bdi>
        <ChevronDown size={14} aria-hidden />
      </button>
    </fieldset>
  );
}
