import 'virtual:theme.css';
import './theme/fonts.css';
import './theme/mirrored.css';
import './app/loading.css';
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App, queryClient, theme } from './app/app.tsx';
import { followColourMode } from './theme/colour-mode.ts';
import { listenToBack } from './loading/back-guard.ts';
import { listenToInstall } from './loading/install-prompt.ts';
import { reloadForNewVersion } from './loading/new-version.ts';
import { fetchFirstScreen } from './app/routes.tsx';
import { currentUserKey } from './auth/auth.tsx';
import { showLanguage } from './i18n/language.ts';

function draw(at: HTMLElement): void {
  const render = () =>
    createRoot(at).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  const isSignIn = window.location.pathname === '/auth' && queryClient.getQueryData(currentUserKey) === null;
  // Renders the forms bit by bit, since a finger is on the page already. All others render in one go, effects and all:
  // the mark gives way to the whole screen, never to an empty one.
  if (isSignIn) startTransition(render);
  else flushSync(render);
}

function start(root: HTMLElement): void {
  followColourMode();
  listenToBack();
  listenToInstall();
  reloadForNewVersion();
  // Separate tasks let the browser handle input between them. If a language's texts cannot be loaded now, English
  // is shown.
  setTimeout(
    () =>
      void Promise.allSettled([showLanguage(), fetchFirstScreen(queryClient, window.location)]).then(() => draw(root)),
  );
  // While that is on its way.
  setTimeout(theme);
}

const root = document.getElementById('root');
// A page that is left while it is still being loaded has none any more.
if (root) start(root);
