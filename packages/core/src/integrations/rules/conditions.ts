/** Conditions of rules beyond the filter: hours of the conversation, words and language of the message. */
import type { RuleContent } from '@parley/contracts/rules/rules';
import { type Phrase, phrasesIn, unfinishedPhrase } from '@parley/contracts/filter/search-text';
import { isOpenAt } from '@parley/contracts/schedules/working-time';
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import type { Context } from '../../context.ts';
import { findWorkingHours } from '../../settings/schedules.ts';
import { detectLanguage } from '../../text/language.ts';

export interface Moment {
  at: Date;
  /** Text of the message; undefined where there is none. */
  text: string | undefined;
  /** Language of the customer’s browser, if the text is too short to tell; read only if a rule asks for it. */
  locale: () => Promise<string | null>;
  /** Hours that apply to the conversation, read only if a rule asks for them. */
  hours: () => Promise<WorkingHours>;
}

const phrases = new WeakMap<readonly string[], readonly Phrase[]>();

/** Splits the words of a rule once: they are compared with every message. */
function phrasesOf(words: readonly string[]): readonly Phrase[] {
  const known = phrases.get(words) ?? words.map(unfinishedPhrase);
  phrases.set(words, known);
  return known;
}

/** Returns whether one of the words of a rule is in a text (`phrasesIn`), or the rule asks for none. */
export const holdsWords = ({ words }: Pick<RuleContent, 'words'>, isInText: (phrase: Phrase) => boolean): boolean =>
  words.length === 0 || phrasesOf(words).some(isInText);

/** Returns whether words, language and hours are as the rule wants them. */
export async function holdsAt(
  { words, languages, hours }: Pick<RuleContent, 'words' | 'languages' | 'hours'>,
  moment: Moment,
): Promise<boolean> {
  const { text, locale, at } = moment;
  if (text === undefined ? words.length > 0 : !holdsWords({ words }, phrasesIn(text))) return false;
  if (languages.length > 0) {
    if (text === undefined) return false;
    const language = detectLanguage(text, await locale());
    if (!languages.some((each) => each.toLowerCase().split('-')[0] === language)) return false;
  }
  return hours === null || isOpenAt(await moment.hours(), at) === (hours === 'within');
}

/** Reads the hours of each website and team once. */
export function rememberHours(
  context: Pick<Context, 'db' | 'settings'>,
): (of: { websiteId: string | null; teamId?: string | null }) => Promise<WorkingHours> {
  const known = new Map<string, Promise<WorkingHours>>();
  return ({ websiteId, teamId = null }) => {
    const key = `${websiteId} ${teamId}`;
    const hours = known.get(key) ?? findWorkingHours(context, { websiteId, teamId });
    known.set(key, hours);
    return hours;
  };
}
