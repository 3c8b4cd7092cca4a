import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followColourMode } from './app/colour-mode.ts';
import { reloadForNewVersion } from './app/new-version.ts';
import { fetchFirstScreen } from './app/routes.tsx';
import { showLanguage } from './i18n/language.ts';
import './app/theme/fonts.css';
import './app/theme/mirrored.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
followColourMode();
reloadForNewVersion();
fetchFirstScreen(window.location.pathname);
const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// A language whose texts cannot be fetched now is no reason to show nothing: English is there.
showLanguage().then(draw, draw);
