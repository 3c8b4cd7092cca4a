import type { ReactNode } from 'react';
import { inbox } from '../../i18n/en/inbox.ts';
import { layout } from '../../i18n/en/layout.ts';
import type { InboxFilter } from './filters.ts';
import type { InboxesProps } from './inbox-bar.tsx';
import { ListCount, MentionCount } from './list-count.tsx';
import styles from './inboxes.module.css';
import { inboxIcon, MentionsIcon } from './inbox-icons.ts';
import { firstInboxes, inboxLabel, laterInboxes, teamInboxes } from './inboxes.ts';

interface InboxColumnProps extends InboxesProps {
  onOpenMentions: () => void;
  /** Saved views, shown below the inboxes. */
  views: ReactNode;
}

/** The lists beside the conversations, on a screen with room for them. */
export function InboxColumn({ chosen, onChoose, teams, onOpenMentions, views }: InboxColumnProps) {
  const button = (each: InboxFilter) => {
    const Icon = inboxIcon(each);
    return (
      <button
        key={each}
        type="button"
        className={styles.entry}
        aria-pressed={each === chosen}
        title={each === 'open' ? inbox('openHint') : undefined}
        onClick={() => onChoose(each)}
      >
        <Icon size={15} strokeWidth={1.8} aria-hidden />
        <bdi>{inboxLabel(each, teams)}</bdi>
        <ListCount list={each} />
      </button>
    );
  };
  return (
    <>
      <fieldset className={styles.group} aria-label={inbox('filter')}>
        {firstInboxes.map(button)}
        <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={onOpenMentions}>
          <MentionsIcon size={15} strokeWidth={1.8} aria-hidden />
          <bdi>{layout('mentions')}</bdi>
          <MentionCount />
        </button>
        {laterInboxes.filter((each) => each !== 'spam' || each === chosen).map(button)}
      </fieldset>
      {teams.length > 0 && (
        <fieldset className={styles.group}>
          <legend>{inbox('teams')}</legend>
          {teamInboxes(teams).map(button)}
        </fieldset>
      )}
      {views}
    </>
  );
}
