/** Dark and light: by system, or by the user's choice. boot.js applies it before the first paint. */
import { useSyncExternalStore } from 'react';

export const colourModes = ['system', 'light', 'dark'] as const;
export type ColourMode = (typeof colourModes)[number];

const storageKey = 'parley.colour-mode';
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): ColourMode {
  const stored = localStorage.getItem(storageKey);
  return colourModes.find((mode) => mode === stored) ?? 'system';
}

function apply(): void {
  const choice = chosen();
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.classList.toggle('dark', isDark);
  document.documentElement.classList.toggle('light', !isDark);
  for (const listener of listeners) listener();
}

/** Follows the system and other tabs. Call once. */
export function followColourMode(): void {
  systemIsDark().addEventListener('change', apply);
  window.addEventListener('storage', (event) => event.key === storageKey && apply());
}

export function chooseColourMode(mode: ColourMode): void {
  localStorage.setItem(storageKey, mode);
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the page is dark now. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => document.documentElement.classList.contains('dark'));

/** Returns the user's choice. */
export const useColourMode = (): ColourMode => useSyncExternalStore(subscribe, chosen);
