import { Menu } from '@chakra-ui/react';
import { runCommand } from '../../commands/commands.ts';
import { layout } from '../../i18n/en/layout.ts';
import { MenuAt } from '../../ui/menu-at.tsx';
import type { InboxesProps } from './inbox-bar.tsx';
import { ListCount } from './list-count.tsx';
import styles from './inboxes.module.css';
import { inboxIcon, MentionsIcon } from './inbox-icons.ts';
import { inboxLabel, laterInboxes, teamInboxes } from './inboxes.ts';

interface MoreInboxesProps extends InboxesProps {
  /** Button that opens it. */
  button: HTMLElement;
  onClose: () => void;
}

/** Menu of the lists that have no button of their own. */
export default function MoreInboxes({ chosen, onChoose, teams, button, onClose }: MoreInboxesProps) {
  return (
    <MenuAt button={button} onClose={onClose}>
      <Menu.Item value="mentions" onClick={() => runCommand('mentions')}>
        <MentionsIcon size={15} aria-hidden />
        {layout('mentions')}
      </Menu.Item>
      {[...teamInboxes(teams), ...laterInboxes].map((each) => {
        const Icon = inboxIcon(each);
        return (
          <Menu.Item key={each} value={each} aria-current={each === chosen || undefined} onClick={() => onChoose(each)}>
            <Icon size={15} aria-hidden />
            <bdi className={styles.menuLabel}>{inboxLabel(each, teams)}</bdi>
            <ListCount list={each} />
          </Menu.Item>
        );
      })}
    </MenuAt>
  );
}
