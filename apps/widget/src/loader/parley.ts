/** `window.Parley`: what a page may ask of the widget, before and after it has loaded. */
import type { SenderType } from '@parley/contracts/entities';
import type { Tracked } from '../proactive/tracked.ts';

/** Identity that the page claims for its visitor; verified only with a valid `hash`. */
export interface ParleyUser {
  email: string;
  name?: string;
  /** Hex HMAC-SHA256 of the email with the website's secret, or a JWT; made by the website's own server. */
  hash?: string;
  /** Attributes set by the page, by key; unverified. */
  attributes?: object;
}

/** Fields that a page may fill in for its visitor. */
export interface Prefill {
  message?: string;
  name?: string;
  email?: string;
}

/** View in which the chat opens: one of its views, or an article of the help centre by the last part of its address. */
export type ParleyView = 'home' | 'conversation' | 'new' | 'help' | (string & {});

export interface ParleyEvents {
  /** The widget is there, whether it shows on this page or not. */
  ready: undefined;
  open: undefined;
  close: undefined;
  /** The number of unread messages changed. */
  unread: number;
  /** A message was written, by either side. */
  message: { content: string; senderType: SenderType; senderName: string | null; createdAt: string };
  /** The visitor's first message has begun a conversation. */
  conversation_started: { conversationId: string };
  /** The visitor has filled in a form. */
  form_completed: { formId: string; title: string };
  /** The page has called `track`. */
  track: { event: string; properties?: object | undefined };
}

export type Listen = <E extends keyof ParleyEvents>(
  event: E,
  listener: (detail: ParleyEvents[E]) => void,
) => () => void;

export interface Parley {
  open(view?: ParleyView): void;
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
  /** Fills in what the visitor may send; nothing leaves before they do. */
  prefill(given: string | Prefill): void;
  /** Opens the chat and sends a message as the visitor. */
  ask(text: string): void;
  /** Notes an event, which proactive messages may wait for, and which the team sees once the visitor has written. */
  track(event: string, properties?: object): void;
  /** Lets elements of the page open the chat, in the place of the widget's own button. */
  launcher(selector: string): void;
  /** `de`, `pt-BR` …; languages the widget does not speak are ignored. */
  setLocale(locale: string): void;
}

/** Value of `window.Parley` before the script has loaded. */
export interface Given {
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
  /** View or article to open next. */
  article?: ParleyView | undefined;
  /** Names of the events that the page has tracked. */
  tracked?: readonly string[];
  /** Tracked events that the server doesn't have yet; absent before the first. */
  events?: Tracked | undefined;
  /** Elements of the page that open the chat. */
  launchers?: string;
  user?: ParleyUser | undefined;
  /** Whether it is one is judged where it is used. */
  locale?: unknown;
  /** Attributes set by the page for every visitor. */
  attributes?: object | undefined;
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
  emit: <E extends keyof ParleyEvents>(
    event: E,
    ...detail: undefined extends ParleyEvents[E] ? [] : [ParleyEvents[E]]
  ) => void;
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
    emit(event, ...detail) {
      for (const [wanted, listener] of listeners)
        if (wanted === event) guarded(() => Reflect.apply(listener, null, detail));
    },
  };
}
