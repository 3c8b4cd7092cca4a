/** From a validator's findings to sentences for the person who filled in the form. */
import type { FieldError } from '@parley/contracts/problems';
import { linePattern, namePattern } from '@parley/contracts/schema';
import type { TLocalizedValidationError } from 'typebox/error';

/** More than this many refused fields help nobody. */
const fieldErrorsMax = 20;

/** `/monday/start` → `monday.start` */
const dotted = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 200);

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name).slice(0, 200);

/** One sentence per refused field; of several findings about one field the most telling is kept. */
export function fieldErrors(errors: readonly TLocalizedValidationError[]): FieldError[] {
  const byPath = new Map<string, string>();
  for (const error of errors) {
    for (const found of describe(error)) {
      const known = byPath.get(found.path);
      if (known === undefined || known === cannotBeUsed) byPath.set(found.path, found.message);
    }
  }
  return [...byPath].slice(0, fieldErrorsMax).map(([path, message]) => ({ path, message }));
}

const cannotBeUsed = 'Can’t be used here.';
const wholeNumber = 'Must be a whole number.';

const typeNames: Record<string, string> = {
  string: 'Must be text.',
  integer: wholeNumber,
  number: 'Must be a number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  null: 'Must be empty.',
};

const formatNames: Record<string, string> = {
  email: 'Must be an email address.',
  uuid: 'Must be an id (UUID).',
  'date-time': 'Must be a time as in 2026-11-21T09:30:00Z.',
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

function describe(error: TLocalizedValidationError): FieldError[] {
  const path = dotted(error.instancePath);
  const one = (message: string): FieldError[] => [{ path, message }];
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => ({ path: join(path, name), message: 'Is required.' }));
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => ({ path: join(path, name), message: 'Is not known.' }));
    case 'boolean':
      return one('Is not known.');
    case 'type':
      return one(typeNames[String(error.params.type)] ?? cannotBeUsed);
    case 'format':
      return one(formatNames[error.params.format] ?? cannotBeUsed);
    case 'minLength':
      return one(
        error.params.limit === 1 ? 'Must not be empty.' : `Needs at least ${plural(error.params.limit, 'character')}.`,
      );
    case 'maxLength':
      return one(`May have at most ${plural(error.params.limit, 'character')}.`);
    case 'minimum':
      return one(`Must be ${error.params.limit} or more.`);
    case 'maximum':
      return one(`Must be ${error.params.limit} or less.`);
    case 'minItems':
      return one(`Needs at least ${plural(error.params.limit, 'entry').replace('entrys', 'entries')}.`);
    case 'maxItems':
      return one(`May have at most ${plural(error.params.limit, 'entry').replace('entrys', 'entries')}.`);
    case 'minProperties':
      return one('Must not be empty.');
    case 'maxProperties':
      return one('Change one section at a time.');
    case 'uniqueItems':
      return one('Must not hold the same entry twice.');
    case 'enum':
      return one(`Must be one of ${error.params.allowedValues.map(String).join(', ')}.`);
    case 'const':
      return one(`Must be ${JSON.stringify(error.params.allowedValue)}.`);
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

/** The contracts' patterns are few; each says what it wants. */
function patternSentence(pattern: string): string {
  if (pattern === '\\S') return 'Must not be empty.';
  if (pattern === linePattern) return 'Must be one line without control characters.';
  if (pattern === namePattern) return 'Must be one line of text without control characters.';
  if (pattern.includes('https?')) return 'Must be an address starting with http:// or https://.';
  if (pattern.includes('#[0-9a-fA-F]')) return 'Must be a colour as in #af1f31.';
  if (pattern.includes('[0-5]\\d')) return 'Must be a time of day as in 09:00.';
  if (pattern.includes('@[^@')) return 'Must be an email address.';
  if (pattern === '^/') return 'Must start with /.';
  if (pattern.includes('[^\\s@/')) return 'Must not contain spaces, @ or /.';
  return 'Has the wrong form.';
}
