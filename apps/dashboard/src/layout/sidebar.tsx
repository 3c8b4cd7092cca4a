import { X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useUnreadCount } from '../live/unread.ts';
import { destinations } from './destinations.ts';
import styles from './layout.module.css';
import { useMe } from '../auth/auth.tsx';
import { mayAlways } from '../auth/rights.ts';
import { lazyPart } from '../loading/part.tsx';
import { layout } from '../i18n/en/layout.ts';
import { useBackCloses } from '../ui/back-closes.ts';

const SetUpLink = lazyPart(() => import('../features/first-run/set-up-link.tsx'));

/** The destinations; on a phone a drawer over the screen. */
export function Sidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const unread = useUnreadCount();
  const first = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    first.current?.focus();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open, onClose]);
  useBackCloses(open, onClose);
  const me = useMe();
  const { pathname } = useLocation();

  return (
    <>
      <div className={styles.shade} data-open={open || undefined} onPointerDown={onClose} />
      <nav className={styles.side} aria-label={layout('main')} data-open={open || undefined}>
        <button
          ref={first}
          type="button"
          className={`${styles.iconButton} ${styles.phoneOnly}`}
          aria-label={layout('closeMenu')}
          onClick={onClose}
        >
          <X size={18} aria-hidden />
        </button>
        {destinations(me).map(({ path, label, icon: Icon, also }) => (
          <Link
            key={path}
            to={path}
            className={styles.link}
            aria-current={
              matchPath({ path, end: path === '/' }, pathname) ||
              (also && matchPath({ path: also, end: false }, pathname))
                ? 'page'
                : undefined
            }
            title={label}
            data-command={`go:${path}`}
            onClick={onClose}
          >
            <Icon size={17} strokeWidth={1.8} aria-hidden />
            <span>{label}</span>
            {path === '/conversations' && unread > 0 && (
              <span className={styles.count} data-numbers>
                {unread > 99 ? '99+' : unread}
                <span className="sr-only"> {layout('unread')}</span>
              </span>
            )}
          </Link>
        ))}
        {mayAlways(me, 'access.manage') && (
          <Suspense>
            <SetUpLink className={styles.link} onClick={onClose} />
          </Suspense>
        )}
      </nav>
    </>
  );
}
