/**
 * Reads the receiving server's check of a mail's sender from the header field at the top: `Authentication-Results`, RFC
 * 8601.
 */
import type { ParsedMail } from './parse.ts';

/** `unknown` if no trusted server has checked it. */
export type Authentication = 'pass' | 'fail' | 'unknown';

interface Finding {
  /** `dkim`, `spf`, `dmarc` … */
  method: string;
  result: string;
  /** Such as `header.d` or `smtp.mailfrom`, lower case. */
  properties: Map<string, string>;
}

export interface AuthenticationResults {
  /** Name of the server with this result. */
  authservId: string;
  findings: Finding[];
}

/**
 * Returns the authentication result of the sender. Any sender can write such a field, so only the topmost counts, and
 * only if it contains the exact name of our own receiving server (RFC 8601, sections 2.5 and 5). Without that name
 * (null) none is trusted.
 */
export function authentication(mail: Pick<ParsedMail, 'headers' | 'from'>, authservId: string | null): Authentication {
  const topmost = mail.headers.get('authentication-results')?.[0];
  const results = topmost === undefined ? null : readAuthenticationResults(topmost);
  if (!results || !mail.from || authservId === null || results.authservId !== authservId.toLowerCase())
    return 'unknown';
  return authenticationOf(mail.from.address, results);
}

/** Returns the authentication result of an address, by a trusted server. */
export function authenticationOf(address: string, results: AuthenticationResults): Authentication {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const found = (method: string): Finding[] => results.findings.filter((finding) => finding.method === method);
  const belongs = (name: string | undefined): boolean => {
    const of = name?.slice(name.lastIndexOf('@') + 1) ?? '';
    return of.includes('.') && (of === domain || domain.endsWith(`.${of}`) || of.endsWith(`.${domain}`));
  };
  const [dmarc] = found('dmarc');
  const judged = dmarc?.properties.get('header.from');
  // A pass for another domain is the result of another reading of an ambiguous `From`.
  if (dmarc?.result === 'pass') return judged === undefined || belongs(judged) ? 'pass' : 'unknown';
  if (dmarc?.result === 'fail') return 'fail';
  const isSigned = ({ result, properties }: Finding): boolean =>
    result === 'pass' && belongs(properties.get('header.d') ?? properties.get('header.i'));
  if (found('dkim').some(isSigned)) return 'pass';
  const [spf] = found('spf');
  if (spf?.result === 'pass' && belongs(spf.properties.get('smtp.mailfrom'))) return 'pass';
  return spf?.result === 'fail' ? 'fail' : 'unknown';
}

/** Reads the value of one field, each character once; null when it is none. RFC 8601, section 2.2. */
export function readAuthenticationResults(value: string): AuthenticationResults | null {
  const [first = [], ...rest] = statements(value);
  // `authserv-id [version]`; one without a name begins with a finding.
  const [authservId] = first;
  if (authservId === undefined || first[1] === '=') return null;
  const findings = rest.flatMap((words): Finding[] => {
    const [method, sign, result] = words;
    if (method === undefined || sign !== '=' || result === undefined) return [];
    const properties = new Map<string, string>();
    for (const [at, word] of words.entries()) {
      const [name, given] = [words[at - 1], words[at + 1]];
      // The first of two properties with the same name counts, like the first of two parameters elsewhere in a mail.
      if (at > 1 && word === '=' && name !== undefined && given !== undefined && !properties.has(name)) {
        properties.set(name, given);
      }
    }
    // `dkim/1` names the version of the method.
    return [{ method: method.split('/', 1)[0] ?? '', result, properties }];
  });
  return { authservId, findings };
}

/** Returns the words between semicolons, lower case, each `=` a word; without comments, quoted strings unchanged. */
function statements(value: string): string[][] {
  const all: string[][] = [[]];
  let word = '';
  let isWord = false;
  let comments = 0;
  let isQuoted = false;
  const end = (): void => {
    if (isWord) all.at(-1)?.push(word.toLowerCase());
    [word, isWord] = ['', false];
  };
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if (sign === '\\' && (isQuoted || comments > 0)) {
      at += 1;
      if (isQuoted) word += value.charAt(at);
    } else if (isQuoted) {
      if (sign === '"') isQuoted = false;
      else word += sign;
    } else if (sign === '(') {
      if (comments === 0) end();
      comments += 1;
    } else if (comments > 0) {
      if (sign === ')') comments -= 1;
    } else if (sign === '"') [isQuoted, isWord] = [true, true];
    else if (sign === ';' || sign === '=' || /\s/.test(sign)) {
      end();
      if (sign === '=') all.at(-1)?.push('=');
      if (sign === ';') all.push([]);
    } else [word, isWord] = [word + sign, true];
  }
  end();
  return all;
}
