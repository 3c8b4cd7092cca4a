/** Question whether an answer of the assistant helped, in the customer's language. The server writes all of it. */
import { answerCheckTexts } from '../i18n/catalogues/answer-check.ts';
import { type Language, languageCodes } from '../text/languages.ts';

export interface AnswerCheck {
  question: string;
  /** Solved, not yet, and a person, in this order. */
  choices: readonly [solved: string, notYet: string, person: string];
  /** Said before the conversation is closed as solved. */
  thanks: string;
  /** Said to a customer who still needs help. */
  goOn: string;
}

/** Returns the check in a language. */
export function answerCheck(language: Language): AnswerCheck {
  const t = answerCheckTexts(language);
  return {
    question: t('question'),
    choices: [t('solved'), t('notYet'), t('person')],
    thanks: t('thanks'),
    goOn: t('goOn'),
  };
}

/** The check in every language. */
export const answerChecks: readonly AnswerCheck[] = languageCodes.map(answerCheck);

/** Returns the check that these choices belong to; undefined for those of another question. */
export const checkOf = (choices: readonly string[]): AnswerCheck | undefined =>
  answerChecks.find((check) => check.choices.every((choice, at) => choice === choices[at]));
