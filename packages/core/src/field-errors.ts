/** Turns a validator's findings into sentences for the user of the form. */
import { type FieldError, fieldError } from '@parley/contracts/problems';
import { type Said, say } from '@parley/contracts/sayings';
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
  const byPath = new Map<string, Said>();
  for (const error of errors) {
    for (const [path, saying] of describe(error)) {
      const known = byPath.get(path);
      if (known === undefined || known === cannotBeUsed) byPath.set(path, saying);
    }
  }
  return [...byPath].slice(0, fieldErrorsMax).map(([path, saying]) => fieldError(path, saying));
}

const cannotBeUsed = say('cannot_be_used');
const wholeNumber = say('must_be_whole');

const typeNames: Record<string, Said> = {
  string: say('must_be_text'),
  integer: wholeNumber,
  number: say('must_be_number'),
  boolean: say('must_be_boolean'),
  array: say('must_be_list'),
  object: say('must_be_object'),
  null: say('must_be_empty'),
};

const formatNames: Record<string, Said> = {
  email: say('must_be_email'),
  uuid: say('must_be_id'),
  'date-time': say('must_be_time'),
};

function describe(error: TLocalizedValidationError): [path: string, Said][] {
  const path = dotted(error.instancePath);
  const one = (saying: Said): [string, Said][] => [[path, saying]];
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => [join(path, name), say('is_required')]);
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => [join(path, name), say('is_not_known')]);
    case 'boolean':
      return one(say('is_not_known'));
    case 'type':
      return one(typeNames[String(error.params.type)] ?? cannotBeUsed);
    case 'format':
      return one(formatNames[error.params.format] ?? cannotBeUsed);
    case 'minLength': {
      const count = error.params.limit;
      return one(count === 1 ? say('must_not_be_empty') : say('characters_at_least', { count }));
    }
    case 'maxLength': {
      const count = error.params.limit;
      return one(count === 1 ? say('character_at_most') : say('characters_at_most', { count }));
    }
    case 'minimum':
      return one(say('number_at_least', { limit: Number(error.params.limit) }));
    case 'maximum':
      return one(say('number_at_most', { limit: Number(error.params.limit) }));
    case 'minItems': {
      const count = error.params.limit;
      return one(count === 1 ? say('entry_at_least') : say('entries_at_least', { count }));
    }
    case 'maxItems': {
      const count = error.params.limit;
      return one(count === 1 ? say('entry_at_most') : say('entries_at_most', { count }));
    }
    case 'minProperties':
      return one(say('must_not_be_empty'));
    case 'maxProperties':
      return one(say('one_section'));
    case 'uniqueItems':
      return one(say('no_repeats'));
    case 'enum':
      return one(say('one_of', { values: error.params.allowedValues.map(String).join(', ') }));
    case 'const':
      return one(say('must_be', { value: JSON.stringify(error.params.allowedValue) }));
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
function patternSentence(pattern: string): Said {
  if (pattern === '\\S') return say('must_not_be_empty');
  if (pattern === linePattern) return say('one_line');
  if (pattern === namePattern) return say('one_line_of_text');
  if (pattern.includes('https?')) return say('must_be_address');
  if (pattern.includes('#[0-9a-fA-F]')) return say('must_be_colour');
  if (pattern.includes('[0-5]\\d')) return say('must_be_time_of_day');
  if (pattern.includes('@[^@')) return say('must_be_email');
  if (pattern === '^/') return say('must_start_with_slash');
  if (pattern.includes('[^\\s@/')) return say('no_spaces');
  return say('wrong_form');
}
