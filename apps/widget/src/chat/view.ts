/** Data from which every part of the chat is drawn. */
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import type { Locale } from '../locales.ts';
import type { Talk, TalkMessage, TalkState } from '../talk/talk.ts';
import type { formatted } from '../parts/rich.ts';
import type { Files } from '../files/files.ts';
import type { ChatTranslate } from '../texts/en.ts';

/** Parts of the chat that only some visitors need, which are there once they have arrived. */
export interface Parts {
  /** Draws formatted text. */
  formatted: typeof formatted;
  files: Files;
}
export type PartLoaders = {
  [Name in keyof Parts]: (root: ShadowRoot, draw: () => void, locale: Locale) => Promise<Parts[Name]>;
};

/** A message of the website before the visitor wrote. */
export interface Opening {
  name: string;
  url?: string | null | undefined;
  isAssistant: boolean;
  text: string;
}

export interface View extends Partial<Parts> {
  setup: WidgetSetup;
  t: ChatTranslate;
  locale: Locale;
  state: TalkState;
  talk: Talk;
  /** Key of the first message that was unread when the chat was opened, or when the page was left. */
  newFrom?: string | undefined;
  /** Proactive message that the visitor answers, in the place of the greeting. */
  opening?: Opening | undefined;
  /** The server has answered when it was last asked, however the live connection is. */
  isReached: boolean;
  /** Adds files to the next message; without any, says why there can be none yet. */
  attach: (files: Iterable<File>) => void;
  /** Shows the help centre, or the chat again; absent where there is none. */
  help?: (() => void) | undefined;
  /** Takes a refused message back into the field. */
  edit(message: TalkMessage): void;
}

/** Returns whether a wished view is one of the chat, not of the help centre. */
export const isOfChat = (view: unknown): boolean => /^(home|new|conversation)$/.test(String(view));

/** Whether the assistant is the one who answers right now. */
export const assistantAnswers = ({ setup, state }: Pick<View, 'setup' | 'state'>): boolean =>
  !state.representative && !state.personAsked && (state.status ? state.isAiAssisted : setup.team.answersFirst === 'ai');

/** Returns true if an answer had better reach the visitor elsewhere, and can. */
export const asksEmail = (view: Pick<View, 'setup' | 'state'>): boolean =>
  view.setup.team.mails && !view.setup.team.isOnline && !assistantAnswers(view);

/** Whether a key belongs to a word being composed. Safari says so of the key that ends it only by its code, 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
