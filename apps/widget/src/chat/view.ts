/** Data from which every part of the chat is drawn. */
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import type { Locale } from '../locales.ts';
import type { Talk, TalkMessage, TalkState } from '../talk/talk.ts';
import type { drawEmailAsk } from '../parts/email.ts';
import type { formatted } from '../parts/rich.ts';
import type { Files } from '../files/files.ts';
import type { Plural, Texts } from '../texts/en.ts';

export interface View {
  setup: WidgetSetup;
  texts: Texts;
  locale: Locale;
  state: TalkState;
  talk: Talk;
  /** The server has answered when it was last asked, however the live connection is. */
  isReached: boolean;
  /** Asks for an email address, once that part has arrived. */
  emailPart: typeof drawEmailAsk | undefined;
  /** Draws formatted text, once that part has arrived. */
  formatted: typeof formatted | undefined;
  /** Files, once their part has arrived. */
  files: Files | undefined;
  /** Adds files to the next message; without any, says why there can be none yet. */
  attach: (files: Iterable<File>) => void;
  /** Shows the help centre, or the chat again; absent where there is none. */
  help?: (() => void) | undefined;
  /** Takes a refused message back into the field. */
  edit(message: TalkMessage): void;
}

/** Whether the assistant is the one who answers right now. */
export const assistantAnswers = ({ setup, state }: Pick<View, 'setup' | 'state'>): boolean =>
  !state.representative && !state.personAsked && (state.status ? state.isAiAssisted : setup.team.answersFirst === 'ai');

/** A sentence with its places filled in. */
export const fill = (sentence: string, places: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole));

/** A sentence about a number, as the language's plural rules have it. */
export const counted = (forms: Plural, count: number, language: string): string =>
  fill(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, { count });

/** Whether a key belongs to a word being composed. Safari says so of the key that ends it only by its code, 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
