import { AtSign, Menu as MenuIcon, Search } from 'lucide-react';
import { keyCaps } from '../../commands/keyboard.ts';
import { Keys } from '../../ui/keys.tsx';
import { useUnreadMentions } from '../../features/notes/unread-mentions.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './layout.module.css';
import { UserMenu } from './user-menu.tsx';
import { layout } from '../../i18n/en/layout.ts';

interface TopBarProps {
  onOpenMenu: () => void;
  onOpenCommands: () => void;
  onOpenMentions: () => void;
}

export function TopBar({ onOpenMenu, onOpenCommands, onOpenMentions }: TopBarProps) {
  return (
    <header className={styles.top}>
      <button
        type="button"
        className={`${styles.iconButton} ${styles.menuButton}`}
        aria-label={layout('openMenu')}
        onClick={onOpenMenu}
      >
        <MenuIcon size={20} aria-hidden />
      </button>
      <div className={styles.brand}>
        <img src="/favicon.svg" alt="" />
        <div className={styles.names}>
          <div className={styles.name}>Parley</div>
          <div className={styles.subtitle}>{layout('subtitle')}</div>
        </div>
        <span className={styles.wideOnly}>
          <Tag tone="outline">{layout('adminDashboard')}</Tag>
        </span>
      </div>
      <div className={styles.spacer} />
      <button type="button" className={styles.search} onClick={onOpenCommands}>
        <Search size={15} aria-hidden />
        <span>{layout('search')}</span>
        <span aria-hidden>
          <Keys caps={keyCaps('mod+k')} />
        </span>
      </button>
      <MentionsButton onClick={onOpenMentions} />
      <UserMenu />
    </header>
  );
}

function MentionsButton({ onClick }: { onClick: () => void }) {
  const unread = useUnreadMentions();
  return (
    <button
      type="button"
      className={`${styles.iconButton} ${styles.mentions}`}
      aria-label={unread > 0 ? layout('mentionsNotSeen', { count: unread }) : layout('mentions')}
      title={layout('mentions')}
      data-unread={unread > 0 || undefined}
      onClick={onClick}
    >
      <AtSign size={18} aria-hidden />
    </button>
  );
}
