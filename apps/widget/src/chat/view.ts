/** What every part of the chat is drawn from. */
import type { WidgetSetup } from '@parley/contracts/widget';
import type { Locale } from '../locales.ts';
import type { Talk, TalkState } from '../talk/talk.ts';
import type { Texts } from '../texts/en.ts';

export interface View {
  setup: WidgetSetup;
  texts: Texts;
  locale: Locale;
  state: TalkState;
  talk: Talk;
}

/** A sentence with its places filled in. */
export const fill = (sentence: string, places: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole));

/** Whether a key belongs to a word being composed. Safari says so of the key that ends it only by its code, 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
