import { AtSign, Menu as MenuIcon } from 'lucide-react';
import { useUnreadMentions } from '../domain/notes/unread-mentions.ts';
import { Brand } from './brand.tsx';
import styles from './layout.module.css';
import { SearchButton } from './search-button.tsx';
import { UserMenu } from './user-menu.tsx';
import { layout } from '../i18n/en/layout.ts';

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
      <Brand />
      <div className={styles.spacer} />
      <SearchButton onClick={onOpenCommands} />
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
