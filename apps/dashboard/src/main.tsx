import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followColourMode } from './app/colour-mode.ts';
import { reloadForNewVersion } from './app/new-version.ts';
import { fetchFirstScreen } from './app/routes.tsx';
import './app/theme/fonts.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
followColourMode();
reloadForNewVersion();
fetchFirstScreen(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
