/** Reading filters and paths: RFC 7644, section 3.4.2.2. One character after the other, so nothing takes long. */
import { type ScimErrorType, scimSchemas } from '@parley/contracts/users/scim';
import { ScimProblem } from './problem.ts';

export type Token = { kind: 'word' | 'text' | 'mark'; text: string };

const marks = '()[]';

/** Splits a text into words, quoted texts and brackets. @throws ScimProblem of the given type for an unclosed text */
export function tokensOf(source: string, scimType: ScimErrorType): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === ' ') {
      at += 1;
    } else if (marks.includes(character)) {
      tokens.push({ kind: 'mark', text: character });
      at += 1;
    } else if (character === '"') {
      const end = endOfText(source, at);
      if (end === undefined) throw new ScimProblem(scimType, 'A quoted text has no end.');
      tokens.push({ kind: 'text', text: textOf(source.slice(at, end), scimType) });
      at = end;
    } else {
      const start = at;
      while (at < source.length && !` "${marks}`.includes(source.charAt(at))) at += 1;
      tokens.push({ kind: 'word', text: source.slice(start, at) });
    }
  }
  return tokens;
}

function endOfText(source: string, start: number): number | undefined {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source.charAt(at) === '\\') at += 1;
    else if (source.charAt(at) === '"') return at + 1;
  }
  return undefined;
}

/** A quoted text is a JSON string. */
function textOf(quoted: string, scimType: ScimErrorType): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new ScimProblem(scimType, 'A quoted text is not a JSON string.');
  }
}

const coreSchemas = [scimSchemas.user, scimSchemas.group].map((each) => each.toLowerCase());

/** Returns true for a name of the schema itself, which may contain its attributes. */
export const isCoreSchema = (name: string): boolean => coreSchemas.includes(name.toLowerCase());

/** An attribute's name in small letters, without the schema before it. */
export function plainName(name: string): string {
  const plain = name.toLowerCase();
  const schema = coreSchemas.find((each) => plain.startsWith(`${each}:`));
  return schema === undefined ? plain : plain.slice(schema.length + 1);
}
