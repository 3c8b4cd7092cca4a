/** Turns a validator's findings into sentences for the user of the form. */
import { type FieldError, fieldError } from '@parley/contracts/problems';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import { linePattern, namePattern } from '@parley/contracts/schema';
import type { TLocalizedValidationError } from 'typebox/error';

/** A longer list of refused fields helps no one. */
const fieldErrorsMax = 20;

/** `/monday/start` → `monday.start` */
const dotted = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 200);

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name).slice(0, 200);

/** Returns one sentence per refused field; of several findings about one field, the most specific one. */
export function fieldErrors(errors: readonly TLocalizedValidationError[]): FieldError[] {
  const byPath = new Map<string, LocalizedText>();
  for (const error of errors) {
    for (const [path, text] of describe(error)) {
      const known = byPath.get(path);
      if (known === undefined || known === cannotBeUsed) byPath.set(path, text);
    }
  }
  return [...byPath].slice(0, fieldErrorsMax).map(([path, text]) => fieldError(path, text));
}

const cannotBeUsed = localize('cannot_be_used');
const wholeNumber = localize('must_be_whole');

const typeNames: Record<string, LocalizedText> = {
  string: localize('must_be_text'),
  integer: wholeNumber,
  number: localize('must_be_number'),
  boolean: localize('must_be_boolean'),
  array: localize('must_be_list'),
  object: localize('must_be_object'),
  null: localize('must_be_empty'),
};

const formatNames: Record<string, LocalizedText> = {
  email: localize('must_be_email'),
  uuid: localize('must_be_id'),
  'date-time': localize('must_be_time'),
};

function describe(error: TLocalizedValidationError): [path: string, LocalizedText][] {
  const path = dotted(error.instancePath);
  const one = (text: LocalizedText): [string, LocalizedText][] => [[path, text]];
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => [join(path, name), localize('is_required')]);
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => [join(path, name), localize('is_not_known')]);
    case 'boolean':
      return one(localize('is_not_known'));
    case 'type':
      return one(typeNames[String(error.params.type)] ?? cannotBeUsed);
    case 'format':
      return one(formatNames[error.params.format] ?? cannotBeUsed);
    case 'minLength': {
      const count = error.params.limit;
      return one(count === 1 ? localize('must_not_be_empty') : localize('characters_at_least', { count }));
    }
    case 'maxLength': {
      const count = error.params.limit;
      return one(count === 1 ? localize('character_at_most') : localize('characters_at_most', { count }));
    }
    case 'minimum':
      return one(localize('number_at_least', { limit: Number(error.params.limit) }));
    case 'maximum':
      return one(localize('number_at_most', { limit: Number(error.params.limit) }));
    case 'minItems': {
      const count = error.params.limit;
      return one(count === 1 ? localize('entry_at_least') : localize('entries_at_least', { count }));
    }
    case 'maxItems': {
      const count = error.params.limit;
      return one(count === 1 ? localize('entry_at_most') : localize('entries_at_most', { count }));
    }
    case 'minProperties':
      return one(localize('must_not_be_empty'));
    case 'maxProperties':
      return one(localize('one_section'));
    case 'uniqueItems':
      return one(localize('no_repeats'));
    case 'enum':
      return one(localize('one_of', { values: error.params.allowedValues.map(String).join(', ') }));
    case 'const':
      return one(localize('must_be', { value: JSON.stringify(error.params.allowedValue) }));
    case 'pattern':
      return one(patternSentence(String(error.params.pattern)));
    case 'anyOf':
    case 'contains':
    case 'dependencies':
    case 'dependentRequired':
    case 'exclusiveMaximum':
    case 'exclusiveMinimum':
    case 'if':
    case 'multipleOf':
    case 'not':
    case 'oneOf':
    case 'propertyNames':
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
    case '~refine':
      return one(cannotBeUsed);
  }
}

/** Returns the sentence for one of the contracts' patterns. */
function patternSentence(pattern: string): LocalizedText {
  if (pattern === '\\S') return localize('must_not_be_empty');
  if (pattern === linePattern) return localize('one_line');
  if (pattern === namePattern) return localize('one_line_of_text');
  if (pattern.includes('https?')) return localize('must_be_address');
  if (pattern.includes('#[0-9a-fA-F]')) return localize('must_be_colour');
  if (pattern.includes('[0-5]\\d')) return localize('must_be_time_of_day');
  if (pattern.includes('@[^@')) return localize('must_be_email');
  if (pattern === '^/') return localize('must_start_with_slash');
  if (pattern.includes('[^\\s@/')) return localize('no_spaces');
  return localize('wrong_form');
}
