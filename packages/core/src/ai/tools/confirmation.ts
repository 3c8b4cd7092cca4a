/** Asks a customer to confirm a write, and reads the answer. Both are the server's: no model takes part. */
import { actionTexts } from '@parley/contracts/i18n/catalogues/actions';
import { languages, type Language } from '../../text/language.ts';
import { textsOf } from './arguments.ts';

const marks = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Makes one line of a value, so that nothing of it can pass for a line of ours. Nothing but blanks is lost. */
const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/gu, ' ').trim();

/**
 * Matches control characters except white space, direction marks, and invisible ones; joiners belong to words and
 * emoji.
 */
const unseen = /(?![\s\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u115F\u1160\u3164\uFFA0]/u;

/** Telegram takes so many characters in one message, the widget and mails more. */
const longestQuestion = 4_000;

export interface Question {
  text: string;
  choices: string[];
}

/**
 * Returns the question: the template with the exact arguments, in full, and every argument that it doesn't name, so
 * that nothing is run that the customer was not shown. Arguments with invisible characters, or too long for one
 * message, can't be confirmed: a fault explains that to the model.
 */
export function questionOf(
  { name, confirmation }: { name: string; confirmation: string },
  args: Readonly<Record<string, unknown>>,
  language: Language,
): Question | { fault: string } {
  const hidden = Object.entries(args).find((entry) => textsOf(entry).some((text) => unseen.test(text)));
  if (hidden) return { fault: `The argument ${shown(hidden[0])} holds characters that can't be shown.` };
  const named = new Set([...confirmation.matchAll(marks)].map(([, key = '']) => key));
  const asked =
    confirmation.trim() === ''
      ? `${name.replaceAll('_', ' ')}?`
      : confirmation.replaceAll(marks, (_, key: string) => (key in args ? shown(args[key]) : '–'));
  const others = Object.entries(args).flatMap(([key, value]) =>
    named.has(key) ? [] : [`${shown(key)}: ${shown(value)}`],
  );
  const t = actionTexts(language);
  const [yes, no] = [t('yes'), t('no')];
  const text = [asked, ...others, t('answerWith', { yes, no })].join('\n');
  if (text.length > longestQuestion) return { fault: 'The arguments are too long to be shown to the customer whole.' };
  return { text, choices: [yes, no] };
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const yesWords = new Set([
  ...languages.map((language) => actionTexts(language)('yes').toLowerCase()),
  ...words(
    'y yes yeah yep ok okay sure confirm confirmed ja jawohl genau oui si sí claro sim sì certo tak evet olur 是的 好 好的 可以 確認 確定 أجل',
  ),
]);
const noWords = new Set([
  ...languages.map((language) => actionTexts(language)('no').toLowerCase()),
  ...words('n no nope cancel stop nein nö non nao não nee niet nie hayir hayır yok 不 不是 不要 いえ كلا'),
]);

/** Reads a message as an answer to such a question. It must contain nothing else; a mail may end with a signature. */
export function answerIn(content: string): 'yes' | 'no' | null {
  const answer = content
    .replace(/\n-- ?\n[\s\S]*$/, '')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
  if (yesWords.has(answer)) return 'yes';
  return noWords.has(answer) ? 'no' : null;
}

/** Reads several messages in a row: one that is not a yes revokes it. */
export function answerOf(contents: readonly string[]): 'yes' | 'no' | null {
  const answers = contents.map(answerIn);
  if (answers.length > 0 && answers.every((answer) => answer === 'yes')) return 'yes';
  return answers.includes('no') ? 'no' : null;
}
