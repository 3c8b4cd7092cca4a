import type { Attribute, AttributeContent } from '@parley/contracts/conversations/attributes';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { locale } from '../../i18n/language.ts';
import { calendarDate } from '../../ui/times.ts';

/** Returns a value in words; `type` is undefined for an attribute that isn't known. */
export function valueWords(value: AttributeContent, type: Attribute['type'] | undefined): string {
  if (typeof value === 'boolean') return value ? attributeWords('yes') : attributeWords('no');
  if (typeof value === 'number') return new Intl.NumberFormat(locale()).format(value);
  // A date is of no zone.
  return type === 'date' ? calendarDate(value) : value;
}

/** Returns the typed text as a value of the attribute; null if it is blank. */
export function contentOf(typed: string, { type }: Pick<Attribute, 'type'>): AttributeContent | null {
  if (typed.trim() === '') return null;
  if (type === 'number') return Number(typed);
  return type === 'yes_no' ? typed === 'true' : typed;
}

export interface ValueChoice {
  value: string;
  label: string;
}

/** Returns the values to choose from; null where a value is typed. */
export function valueChoices({ type, choices }: Pick<Attribute, 'type' | 'choices'>): ValueChoice[] | null {
  if (type === 'yes_no')
    return [
      { value: 'true', label: attributeWords('yes') },
      { value: 'false', label: attributeWords('no') },
    ];
  return type === 'choice' ? choices.map((choice) => ({ value: choice, label: choice })) : null;
}

/** Types of input elements for values that are typed. */
export const inputTypes = { text: 'text', number: 'number', date: 'date' } as const;
