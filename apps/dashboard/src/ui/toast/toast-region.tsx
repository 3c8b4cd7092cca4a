import { X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import styles from './toast.module.css';
import {
  currentToast,
  dismissToast,
  subscribeToToasts,
  type Toast,
  toastDurationMs,
  toastSwipeThresholdPixels,
} from './toasts.ts';
import { common } from '../../i18n/en/common.ts';
import { ui } from '../../i18n/en/ui.ts';

/** The place of the toasts, always in the page so that screen readers announce what appears in it. F8 focuses it. */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast);
  const region = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) before.current = document.activeElement;
      region.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  // Focus never falls out of the page when the focused toast goes.
  useEffect(() => {
    if (!shown && before.current) {
      if (document.activeElement === document.body || document.activeElement === region.current) before.current.focus();
      before.current = null;
    }
  }, [shown]);

  return (
    <section ref={region} className={styles.region} aria-label={ui('notifications')} tabIndex={-1} data-toast-region>
      {shown && <ToastCard key={shown.id} toast={shown} />}
    </section>
  );
}

/** Direction to swipe a toast away: to the end of the line. */
const towardsEnd = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const [offset, setOffset] = useState(0);
  const startX = useRef<number | null>(null);
  const remaining = useRef(toastDurationMs);

  useEffect(() => {
    if (held) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - started;
    };
  }, [held, toast.id]);

  const onPointerDown = (event: PointerEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) return;
    startX.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (startX.current !== null) setOffset(Math.max(0, (event.clientX - startX.current) * towardsEnd()));
  };
  const onPointerUp = () => {
    startX.current = null;
    if (offset >= toastSwipeThresholdPixels) dismissToast(toast.id);
    else setOffset(0);
  };

  return (
    // The handlers only hold the clock and move the card; every action is on the button inside.
    <div
      role={toast.variant === 'destructive' ? 'alert' : 'status'}
      className={styles.toast}
      data-variant={toast.variant}
      data-swiping={offset > 0 || undefined}
      style={{ transform: offset > 0 ? `translateX(${offset * towardsEnd()}px)` : undefined }}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        startX.current = null;
        setOffset(0);
      }}
    >
      <div className={styles.words}>
        <div className={styles.title}>{toast.title}</div>
        {toast.description && <div className={styles.description}>{toast.description}</div>}
      </div>
      {toast.action && <ToastAction toast={toast} action={toast.action} />}
      <button
        type="button"
        className={styles.close}
        aria-label={common('close')}
        onClick={() => dismissToast(toast.id)}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

function ToastAction({ toast, action }: { toast: Toast; action: NonNullable<Toast['action']> }) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-keyshortcuts={action.keys}
      onClick={() => {
        action.run();
        dismissToast(toast.id);
      }}
    >
      {action.label}
    </button>
  );
}
