/** `window.Parley`: what a page may ask of the widget, before and after it has loaded. */
import type { SenderType } from '@parley/contracts/entities';

/** Identity that the page claims for its visitor; verified only with a valid `hash`. */
export interface ParleyUser {
  email: string;
  name?: string;
  /** Hex HMAC-SHA256 of the email with the website's secret, or a JWT; made by the website's own server. */
  hash?: string;
  /** Attributes set by the page, by key; unverified. */
  attributes?: object;
}

export interface ParleyEvents {
  open: undefined;
  close: undefined;
  /** The number of unread messages changed. */
  unread: number;
  /** A message was written, by either side. */
  message: { content: string; senderType: SenderType; senderName: string | null; createdAt: string };
}

export type Listen = <E extends keyof ParleyEvents>(
  event: E,
  listener: (detail: ParleyEvents[E]) => void,
) => () => void;

export interface Parley {
  open(): void;
  close(): void;
  toggle(): void;
  /** Opens an article of the help centre, by the last part of its address. */
  openArticle(slug: string): void;
  /** Brings the launcher back after `hide`. */
  show(): void;
  /** Takes launcher and chat away until `show`. */
  hide(): void;
  /** Calls `listener` on every event of a kind until the returned function is called. */
  on: Listen;
  identify(user: ParleyUser): void;
  /** Says more of the visitor, or other values, by key; what was said before under other keys stays. */
  setAttributes(attributes: object): void;
  /** Forgets the visitor in this browser. */
  logout(): void;
  /** `de`, `pt-BR` …; languages the widget does not speak are ignored. */
  setLocale(locale: string): void;
}

/** Value of `window.Parley` before the script has loaded. */
interface Given {
  /** Whether it makes sense is judged where it is used. */
  user?: ParleyUser | undefined;
  locale?: unknown;
  /** Calls to catch up on, as in `[['open'], ['on', 'message', listener]]`. */
  queue?: unknown;
  /** Set by the widget itself. */
  isLoaded?: unknown;
}

declare global {
  interface Window {
    Parley?: (Partial<Parley> & Given) | undefined;
  }
}

export interface Wishes {
  /** The article to open next, by its slug. */
  article?: string | undefined;
  user: ParleyUser | undefined;
  /** Whether it is one is judged where it is used. */
  locale: unknown;
  /** Attributes set by the page for every visitor. */
  attributes?: object | undefined;
}

/**
 * Reads the options that the page set in advance; undefined when the widget is loaded and this is a second script tag.
 */
export function readWishes({ isLoaded, user, locale }: Given = {}): Wishes | undefined {
  if (isLoaded === true) return undefined;
  return { user, locale };
}

/** Puts the working calls in the place of whatever was there, then makes those that were waiting. */
export function publish(parley: Parley): void {
  const calls = new Map(Object.entries(parley));
  const push = (entry: unknown): void => {
    const [name, ...rest]: unknown[] = Array.isArray(entry) ? entry : [];
    const call = calls.get(String(name));
    if (call) guarded(() => Reflect.apply(call, null, rest));
  };
  const queue = window.Parley?.queue;
  window.Parley = { ...parley, isLoaded: true, queue: { push } };
  if (Array.isArray(queue)) queue.forEach(push);
}

/** Runs code of the page: what it throws appears in the console and nowhere else. */
function guarded(step: () => unknown): void {
  try {
    step();
  } catch (error) {
    console.error(error);
  }
}

export interface Announcer {
  on: Listen;
  emit: <E extends keyof ParleyEvents>(event: E, detail: ParleyEvents[E]) => void;
}

/** Listeners by event. */
export function createAnnouncer(): Announcer {
  const listeners = new Set<readonly [event: string, listener: (detail: never) => void]>();
  return {
    on(event, listener) {
      const entry = [event, listener] as const;
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    emit(event, detail) {
      for (const [wanted, listener] of listeners)
        if (wanted === event) guarded(() => Reflect.apply(listener, null, [detail]));
    },
  };
}
