/** Preferences of one user in one browser. The notification switches are such, too: docs/product.md#settings. */
import { useSyncExternalStore } from 'react';

export interface Preferences {
  desktopNotifications: boolean;
  /** Single keys as shortcuts; can be switched off (WCAG 2.2, 2.1.4). */
  singleKeys: boolean;
  visitorPanel: boolean;
  /** The embed code has been copied: a step of the first run. */
  embedCodeCopied: boolean;
  /** Whether the setup guide is hidden from the sidebar. */
  setUpDismissed: boolean;
  /** Whether the rights of representatives were reviewed. */
  rightsReviewed: boolean;
  /** Lower rows in the list of conversations. */
  compactList: boolean;
  /** Whether closing, snoozing or assigning away the open conversation opens the next one of the list. */
  openNext: boolean;
  /** Summaries and tags are requested when a conversation is opened. */
  copilotOnOpen: boolean;
  /** True if the copilot's line above a conversation is hidden. */
  copilotFolded: boolean;
  /** Day of the first visit to the home page, as `2026-11-29`; empty before it. */
  homeSince: string;
  /** `open` or `folded`: the user's choice for the cards of the system overview; empty without one. */
  systemOverview: string;
  /** Copies of the last list and opened conversations are kept for when there is no network. */
  offlineCopy: boolean;
  /** Blocks beside a conversation, by name, in the order that the user gave them; empty for the order of the product. */
  visitorBlocks: readonly string[];
  /** Those of them that show their heading alone. */
  foldedBlocks: readonly string[];
}

const storageKey = 'parley.preferences';
const defaults: Preferences = {
  desktopNotifications: false,
  singleKeys: true,
  visitorPanel: true,
  embedCodeCopied: false,
  setUpDismissed: false,
  rightsReviewed: false,
  compactList: true,
  openNext: true,
  copilotOnOpen: false,
  copilotFolded: false,
  homeSince: '',
  systemOverview: '',
  // An installed app is on a device of the user’s own.
  offlineCopy: window.matchMedia('(display-mode: standalone)').matches,
  visitorBlocks: [],
  foldedBlocks: ['pages', 'files', 'device'],
};
const listeners = new Set<() => void>();
let current = stored();

/** Returns true if a value has the type of a preference's default. */
function isLike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((each) => typeof each === 'string');
  return sample !== undefined && typeof value === typeof sample;
}

function stored(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return defaults;
    const valid = Object.entries(kept).filter(([name, value]) => isLike(value, Reflect.get(defaults, name)));
    return { ...defaults, ...Object.fromEntries(valid) };
  } catch {
    return defaults;
  }
}

/** Choices that belong to the user on every device now; browsers of before have them here. */
export interface FormerPreferences {
  sound?: boolean;
  followedNotices?: boolean;
}

/** Returns what this browser still has of them, and forgets it. */
export function takeFormerPreferences(): FormerPreferences {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as FormerPreferences & object;
    const { sound, followedNotices, ...rest } = kept;
    if (sound === undefined && followedNotices === undefined) return {};
    localStorage.setItem(storageKey, JSON.stringify(rest));
    return { ...(sound === false && { sound }), ...(followedNotices === false && { followedNotices }) };
  } catch {
    return {};
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

window.addEventListener('storage', (event) => {
  if (event.key !== storageKey) return;
  current = stored();
  announce();
});

export const preferences = (): Preferences => current;

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  current = { ...current, [name]: value };
  localStorage.setItem(storageKey, JSON.stringify(current));
  announce();
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, preferences);
