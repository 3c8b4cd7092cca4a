import { AtSign, Bell, Menu as MenuIcon } from 'lucide-react';
import { Suspense } from 'react';
import { useMe } from '../auth/auth.tsx';
import { useExpectedCommands } from '../commands/awaited-keys.ts';
import { useUnreadNotifications } from '../live/notifications.ts';
import { useUnreadMentions } from '../domain/notes/unread-mentions.ts';
import { Brand } from './brand.tsx';
import styles from './layout.module.css';
import { SearchButton } from './search-button.tsx';
import { lazyPart } from '../loading/part.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { layout } from '../i18n/en/layout.ts';

/** Brings the menus' library, which the screens can be used without. */
const UserMenu = lazyPart(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

interface TopBarProps {
  onOpenMenu: () => void;
  onOpenCommands: () => void;
  onOpenMentions: () => void;
  onOpenNotifications: () => void;
}

export function TopBar({ onOpenMenu, onOpenCommands, onOpenMentions, onOpenNotifications }: TopBarProps) {
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
      <BellButton onClick={onOpenNotifications} />
      <Suspense fallback={<User />}>
        <UserMenu />
      </Suspense>
    </header>
  );
}

/** Stands in for the menu; its keys wait for it. */
function User() {
  const me = useMe();
  useExpectedCommands();
  return (
    <span className={styles.user}>
      <Avatar name={me.name} imageUrl={me.profileImageUrl} size="sm" status={me.status} />
    </span>
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
      data-command="mentions"
      data-unread={unread > 0 || undefined}
      onClick={onClick}
    >
      <AtSign size={18} aria-hidden />
    </button>
  );
}

/** More than these are shown as `99+`. */
const countedMax = 99;

function BellButton({ onClick }: { onClick: () => void }) {
  const unread = useUnreadNotifications();
  return (
    <button
      type="button"
      className={`${styles.iconButton} ${styles.bell}`}
      aria-label={unread > 0 ? layout('notificationsUnread', { count: unread }) : layout('notifications')}
      title={layout('notifications')}
      data-command="notifications"
      onClick={onClick}
    >
      <Bell size={18} aria-hidden />
      {unread > 0 && (
        <span className={styles.bellCount} aria-hidden>
          {unread > countedMax ? `${countedMax}+` : unread}
        </span>
      )}
    </button>
  );
}
