import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';

/** The list that a JSON document is, or holds under one of these names. @throws Problem `invalid` */
export function listIn(file: string, names: readonly string[]): unknown[] {
  const document = parse(file);
  if (Array.isArray(document)) return document;
  for (const name of names) {
    const list = typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
    if (Array.isArray(list)) return list as unknown[];
  }
  throw new Problem('invalid', localize('file_without_list'));
}

function parse(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch (cause) {
    throw new Problem('invalid', localize('file_no_json'), { cause });
  }
}
