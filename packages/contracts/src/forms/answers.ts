/** Checks the answers to a form: the widget, the page of a link and the server by the same rules. */
import { isReachableEmail } from '../text/email-address.ts';
import type { Answers, AnswerValue, ShownField } from './forms.ts';
import { fieldTextMaxLength } from './limits.ts';

/** Fault of an answer, as a key of `formTexts`. */
export type AnswerFault =
  | { code: 'required' | 'email' | 'phone' | 'date' | 'number' | 'option' | 'consent' }
  | { code: 'tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'tooFew' | 'tooMany'; count: number };

type Values = ReadonlyMap<string, AnswerValue>;

/** Returns true for a value that answers nothing. */
const isEmpty = (value: AnswerValue | undefined): boolean =>
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const isShown = ({ showIf }: ShownField, values: Values): boolean => {
  if (!showIf) return true;
  const value = values.get(showIf.field);
  return [value].flat().some((each) => each !== undefined && showIf.is.includes(String(each)));
};

/** Returns the fields that are asked with these answers, in their order; one that isn't asked has no value. */
export function askedFields(fields: readonly ShownField[], given: Values): ShownField[] {
  const values = new Map<string, AnswerValue>();
  return fields.filter((field) => {
    if (!isShown(field, values)) return false;
    const value = given.get(field.id);
    if (value !== undefined) values.set(field.id, value);
    return true;
  });
}

/** Returns a question and its answer as a line of text; a question mark needs no colon behind it. */
export const answerLine = (label: string, text: string): string =>
  `${label}${/[?!:？！：؟]$/.test(label) ? '' : ':'} ${text}`;

/** Returns a fault of a number or length out of the range. */
function outOf(
  { min, max }: ShownField,
  count: number,
  low: 'tooShort' | 'tooSmall' | 'tooFew',
  high: 'tooLong' | 'tooLarge' | 'tooMany',
): AnswerFault | undefined {
  if (min !== undefined && count < min) return { code: low, count: min };
  if (max !== undefined && count > max) return { code: high, count: max };
  return undefined;
}

/** Digits with the signs between them; some 6 to 15 digits (E.164). */
const isPhone = (text: string): boolean => /^\+?[\d\s()./-]{6,30}$/.test(text) && /^\D*(\d\D*){6,15}$/.test(text);

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

const isOption = ({ options = [] }: ShownField, value: AnswerValue): boolean => options.some(({ id }) => id === value);

/** Returns what is wrong with the answer to a field; undefined for a valid one. */
export function answerFault(field: ShownField, value: AnswerValue | undefined): AnswerFault | undefined {
  const { kind, isRequired } = field;
  if (value === undefined || isEmpty(value)) {
    if (!isRequired) return undefined;
    return { code: kind === 'consent' ? 'consent' : 'required' };
  }
  switch (kind) {
    case 'consent':
      return value === true ? undefined : { code: 'consent' };
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? outOf(field, value, 'tooSmall', 'tooLarge')
        : { code: 'number' };
    case 'choice':
    case 'team':
      return isOption(field, value) ? undefined : { code: 'option' };
    case 'choices':
    case 'file':
      if (!Array.isArray(value) || new Set(value).size < value.length) return { code: 'option' };
      if (kind === 'choices' && !value.every((each) => isOption(field, each))) return { code: 'option' };
      return outOf(field, value.length, 'tooFew', 'tooMany');
    case 'text':
    case 'long_text':
    case 'email':
    case 'phone':
    case 'date':
      return textFault(field, value);
  }
}

function textFault(field: ShownField, value: AnswerValue): AnswerFault | undefined {
  const { kind } = field;
  if (typeof value !== 'string') return { code: 'required' };
  const text = value.trim();
  if (text.length > fieldTextMaxLength) return { code: 'tooLong', count: fieldTextMaxLength };
  if (kind === 'email') return isReachableEmail(text) ? undefined : { code: 'email' };
  if (kind === 'phone') return isPhone(text) ? undefined : { code: 'phone' };
  if (kind === 'date') return isDay(text) ? undefined : { code: 'date' };
  return outOf(field, text.length, 'tooShort', 'tooLong');
}

export interface CheckedAnswers {
  /** Answers to the fields that are asked, without empty ones, in the order of the fields. */
  given: { field: ShownField; value: AnswerValue }[];
  faults: { field: ShownField; fault: AnswerFault }[];
}

/** Checks all answers; those to fields that aren't asked, or unknown, are left out. */
export function checkAnswers(fields: readonly ShownField[], answers: Answers): CheckedAnswers {
  const values = new Map(answers.map(({ field, value }) => [field, value]));
  const given: CheckedAnswers['given'] = [];
  const faults: CheckedAnswers['faults'] = [];
  for (const field of askedFields(fields, values)) {
    const value = values.get(field.id);
    const fault = answerFault(field, value);
    if (fault) faults.push({ field, fault });
    else if (value !== undefined && !isEmpty(value))
      given.push({ field, value: typeof value === 'string' ? value.trim() : value });
  }
  return { given, faults };
}
