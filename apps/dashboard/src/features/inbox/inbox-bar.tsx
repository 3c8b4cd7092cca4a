import { ChevronDown } from 'lucide-react';
import type { Team } from '@parley/contracts/permissions/roles';
import { Suspense, useState } from 'react';
import { inbox } from '../../i18n/en/inbox.ts';
import { lazyPart } from '../../loading/part.tsx';
import type { InboxFilter } from './filters.ts';
import styles from './inboxes.module.css';
import { firstInboxes, inboxLabel } from './inboxes.ts';
import { ListCount } from './list-count.tsx';

const MoreInboxes = lazyPart(() => import('./more-inboxes.tsx'));

export interface InboxesProps {
  /** Null while a view is shown. */
  chosen: InboxFilter | null;
  onChoose: (filter: InboxFilter) => void;
  /** Teams of the user. */
  teams: readonly Team[];
}

/** The lists above the conversations, where there is no room for a column: those of open work, and a menu of the others. */
export function InboxBar({ chosen, onChoose, teams }: InboxesProps) {
  /** Button of the menu while that is open. */
  const [opener, setOpener] = useState<HTMLElement | null>(null);
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
          <ListCount list={each} />
        </button>
      ))}
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        aria-label={other ? inbox('moreLists', { list: inboxLabel(other, teams) }) : undefined}
        data-chosen={other !== null || undefined}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        <bdi>{other ? inboxLabel(other, teams) : inbox('more')}</bdi>
        <ChevronDown size={14} aria-hidden />
      </button>
      <Suspense>
        {opener && <MoreInboxes {...{ chosen, onChoose, teams }} button={opener} onClose={() => setOpener(null)} />}
      </Suspense>
    </fieldset>
  );
}
