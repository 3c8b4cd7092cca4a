import { LocaleProvider } from '@chakra-ui/react';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { HeldKeys } from '../commands/awaited-keys.ts';
import { useCommands } from '../commands/commands.ts';
import { listenToKeys } from '../commands/keyboard.ts';
import { Notifications } from '../features/notifications/notifications.tsx';
import { useSound } from '../live/notification-settings.ts';
import { useMedia } from '../ui/media.ts';
import { menusPlace } from '../ui/over.tsx';
import { settingsPaths } from '../domain/settings/paths.ts';
import { chooseColourMode } from '../theme/colour-mode.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadAhead } from '../loading/new-version.ts';
import { drawInFont, fetchFontWhenIdle } from '../theme/fonts.ts';
import { FullPageSpinner } from '../loading/full-page-spinner.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { destinations } from './destinations.ts';
import { DueBanner } from './due-banner.tsx';
import styles from './layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { refuseStrayFiles } from './stray-files.ts';
import { TopBar } from './top-bar.tsx';
import { useMe } from '../auth/auth.tsx';
import { mayAlways } from '../auth/rights.ts';
import { layout } from '../i18n/en/layout.ts';
import { scheduledWords } from '../i18n/en/scheduled.ts';
import { starting } from '../i18n/en/starting.ts';
import { locale } from '../i18n/language.ts';
import { lazyPart, part } from '../loading/part.tsx';

const { Part: CommandBar, load: loadCommandBar } = part(
  () => import('../features/command-bar/command-bar.tsx'),
  lazyPart,
);
const MentionsDialog = lazyPart(() => import('../features/mentions/mentions-dialog.tsx'));
const NotificationsDialog = lazyPart(() => import('../features/notifications/notifications-dialog.tsx'));
const ScheduledDialog = lazyPart(() => import('../features/scheduled/scheduled-dialog.tsx'));
const StartDialog = lazyPart(() => import('../features/starting/start-dialog.tsx'));
const AppWorker = lazyPart(() => import('../features/push/app-worker.tsx'));
const AskDialog = lazyPart(() => import('../features/copilot/ask-dialog.tsx'));
const KeyboardHelp = lazyPart(() => import('../features/command-bar/keyboard-help.tsx'));

/** Runs once the screen is there; the answered function calls it off. */
function whenIdle(run: () => void): () => void {
  const timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(run) : run()), 1_000);
  return () => clearTimeout(timer);
}

/** Has the bar there when its keys are pressed. */
const loadWhenIdle = () => whenIdle(() => void loadAhead(loadCommandBar));

/** The sidebar and the top bar around every screen but the sign-in page. */
export function Layout() {
  const [overlay, setOverlay] = useState<
    'commands' | 'keys' | 'mentions' | 'notifications' | 'scheduled' | 'ask' | 'start' | null
  >(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const [isIdle, setIdle] = useState(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { sound, toggle: toggleSound } = useSound();
  const isNarrow = useMedia('(max-width: 1023px)');
  const isPhone = useMedia('(max-width: 767px)');
  const hasColumn =
    pathname === '/conversations' || pathname.startsWith('/reports') || settingsPaths.includes(pathname);

  useEffect(() => listenToKeys(), []);
  useEffect(() => refuseStrayFiles(), []);
  useEffect(loadWhenIdle, []);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  useEffect(fetchFontWhenIdle, []);
  useLayoutEffect(drawInFont, [pathname]);
  const me = useMe();
  useCommands([
    ...destinations(me).map(({ path, label, keys }) => ({
      id: `go:${path}`,
      label: layout('goTo', { screen: label }),
      group: 'Go to' as const,
      keys,
      run: () => void navigate(path),
    })),
    {
      id: 'commands',
      label: layout('commandBar'),
      group: 'General' as const,
      keys: 'mod+k',
      hidden: true,
      run: () => setOverlay('commands'),
    },
    {
      id: 'notifications',
      label: layout('showNotifications'),
      group: 'Go to',
      keys: 'g n',
      run: () => setOverlay('notifications'),
    },
    { id: 'mentions', label: layout('showMentions'), group: 'Go to', keys: 'g m', run: () => setOverlay('mentions') },
    {
      id: 'scheduled',
      label: scheduledWords('showMine'),
      group: 'Go to',
      keys: 'g l',
      run: () => setOverlay('scheduled'),
    },
    ...(mayAlways(me, 'conversations.reply')
      ? [
          { id: 'ask', label: layout('ask'), group: 'General' as const, keys: 'q', run: () => setOverlay('ask') },
          {
            id: 'start',
            label: starting('start'),
            group: 'General' as const,
            keys: 'Shift+C',
            run: () => setOverlay('start'),
          },
        ]
      : []),
    { id: 'keys', label: layout('keyboardShortcuts'), group: 'General', keys: '?', run: () => setOverlay('keys') },
    {
      id: 'mode:light',
      label: layout('lightColours'),
      group: 'General',
      keys: 'c l',
      run: () => chooseColourMode('light'),
    },
    {
      id: 'mode:dark',
      label: layout('darkColours'),
      group: 'General',
      keys: 'c d',
      run: () => chooseColourMode('dark'),
    },
    {
      id: 'mode:system',
      label: layout('coloursBySystem'),
      group: 'General' as const,
      keys: 'c s',
      run: () => chooseColourMode('system'),
    },
    {
      id: 'sound',
      label: sound ? layout('soundOff') : layout('soundOn'),
      group: 'General' as const,
      keys: 'c m',
      run: toggleSound,
    },
  ]);

  useTooltips();
  const close = () => setOverlay(null);
  return (
    // Menus, tabs and dialogs need the direction, which they do not take from the page.
    <LocaleProvider locale={locale()}>
      {/* Beside the columns of the conversations, the reports and the settings, the sidebar is a rail. */}
      <div className={styles.layout} data-rail={isNarrow || hasColumn || undefined}>
        <a href="#main" className={styles.skip}>
          {layout('skip')}
        </a>
        <TopBar
          onOpenMenu={() => setMenuOpen(true)}
          onOpenCommands={() => setOverlay('commands')}
          onOpenMentions={() => setOverlay('mentions')}
          onOpenNotifications={() => (isPhone ? void navigate('/notifications') : setOverlay('notifications'))}
        />
        <Sidebar open={menuOpen} onClose={() => setMenuOpen(false)} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <ConnectionBanner />
          <DueBanner />
          <div className={styles.screen}>
            <ErrorBoundary place={pathname}>
              <Suspense fallback={<FullPageSpinner />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </div>
          <div id={menusPlace} />
        </main>
        <Notifications />
        <Suspense>{isIdle && <AppWorker />}</Suspense>
        <Suspense fallback={<HeldKeys />}>
          {overlay === 'ask' && <AskDialog onClose={close} />}
          {overlay === 'start' && <StartDialog onClose={close} />}
          {overlay === 'commands' && <CommandBar onClose={close} />}
          {overlay === 'notifications' && <NotificationsDialog onClose={close} />}
          {overlay === 'mentions' && <MentionsDialog onClose={close} />}
          {overlay === 'scheduled' && <ScheduledDialog onClose={close} />}
          {overlay === 'keys' && <KeyboardHelp onClose={close} />}
        </Suspense>
      </div>
    </LocaleProvider>
  );
}

/** Loads the tooltips once a pointer moves over the page, or a key is pressed in it. */
function useTooltips(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    const left = new AbortController();
    let isAsked = false;
    const load = () => {
      if (isAsked) return;
      isAsked = true;
      void loadAhead(async () => {
        const { showTooltips } = await import('../ui/tooltips.ts');
        if (!left.signal.aborted) stop = showTooltips();
      });
    };
    for (const event of ['pointerover', 'keydown']) window.addEventListener(event, load, { signal: left.signal });
    return () => {
      left.abort();
      stop?.();
    };
  }, []);
}
