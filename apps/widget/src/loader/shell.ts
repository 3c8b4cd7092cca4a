/** Interface between the loader and the parts that it brings itself. */
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import type { Launcher } from '../launcher/launcher.ts';
import type { Locale } from '../locales.ts';
import type { Announcer, Wishes } from './parley.ts';
import type { LiveChat } from './widget-page.ts';

export interface Shell extends Announcer {
  host: string;
  wishes: Wishes;
  locale(): Locale;
  open: (view?: string) => unknown;
  toggle(): void;
  setup?: WidgetSetup;
  /** Absent before the widget was shown. */
  launcher?: Launcher;
  /** Absent before it was loaded. */
  chat?: LiveChat;
  /** Called when the page has chosen another language; absent without anything beside the closed chat. */
  relabel?: () => void;
}

/** Takes a step with the chat, now or when it is opened next. */
export function whenOpen(shell: Shell, step: (chat: LiveChat) => void): void {
  if (shell.chat?.isOpen) return step(shell.chat);
  const stop = shell.on('open', () => {
    stop();
    if (shell.chat) step(shell.chat);
  });
}
