/** Interface between the loader and the chat. */
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import type { Chat } from '../chat/mount.tsx';
import type { Launcher } from '../launcher/launcher.ts';
import type { LiveTalk } from '../talk/live.ts';
import type { Locale } from '../locales.ts';
import type { Texts } from '../texts/en.ts';
import type { Announcer, ParleyUser, Wishes } from './parley.ts';

export interface WidgetPage {
  /** The installation's origin: `https://chat.example.com`. */
  host: string;
  launcher: Launcher;
  setup: WidgetSetup;
  texts: Texts;
  locale: Locale;
  wishes: Wishes;
  emit: Announcer['emit'];
}

export interface LiveChat extends Chat {
  readonly talk: LiveTalk;
  identify(user: ParleyUser): void;
  setAttributes(attributes: object): void;
  logout(): void;
  /** The page shows another address now. */
  navigated(): void;
}
