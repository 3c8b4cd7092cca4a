/**
 * Finds mentions in the text of a note: `@Ada Byron` and `@Shop` by the name of a colleague or team, `@here` for all who
 * are online.
 */
import type { Representative } from '@parley/contracts/entities';

export interface Colleague {
  id: string;
  name: string;
  /** A team, which mentions all of its members. */
  isTeam?: true;
  absence?: Representative['absence'];
}

/** Mention of all colleagues who are online. */
export const everybodyOnline: Colleague = { id: 'here', name: 'here' };

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Longest name that is looked for, in characters behind the `@`, which must begin a word. */
const longestNameCharacters = 60;

export interface MentionQuery {
  /** Index of the `@`. */
  start: number;
  /** Text behind it, up to the caret. */
  text: string;
}

/** Returns the text that is being typed behind an `@`, or null. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const start = text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret - start > longestNameCharacters) return null;
  if (start > 0 && wordCharacter.test(text.charAt(start - 1))) return null;
  const typed = text.slice(start + 1, caret);
  return typed.includes('\n') || typed.startsWith(' ') ? null : { start, text: typed };
}

/** Returns the colleagues with a word in their name that begins with the typed text, in the order given. */
export function candidates(colleagues: readonly Colleague[], query: string): Colleague[] {
  const typed = query.toLocaleLowerCase();
  return [...colleagues, everybodyOnline].filter(({ name }) => {
    const known = name.toLocaleLowerCase();
    return known.startsWith(typed) || known.split(/\s+/).some((word) => word.startsWith(typed));
  });
}

/** Part of a note: plain text, or a mentioned name. */
export interface Stretch {
  text: string;
  isMention: boolean;
}

/** Splits the text at mentions; of two names that match, the longer one is used. */
export function stretches(text: string, colleagues: readonly Colleague[]): Stretch[] {
  const byLength = [...colleagues, everybodyOnline].toSorted((one, other) => other.name.length - one.name.length);
  const found: Stretch[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < from || (at > 0 && wordCharacter.test(text.charAt(at - 1)))) continue;
    const who = byLength.find(({ name }) => isNamed(text, at + 1, name));
    if (!who) continue;
    if (at > from) found.push({ text: text.slice(from, at), isMention: false });
    const end = at + 1 + who.name.length;
    found.push({ text: text.slice(at, end), isMention: true });
    from = end;
  }
  if (from < text.length) found.push({ text: text.slice(from), isMention: false });
  return found;
}

function isNamed(text: string, at: number, name: string): boolean {
  const end = at + name.length;
  return (
    text.slice(at, end).toLocaleLowerCase() === name.toLocaleLowerCase() &&
    !(end < text.length && wordCharacter.test(text.charAt(end)))
  );
}

/** Returns the mentioned users and teams, in the form of the request. */
export function mentionsIn(
  text: string,
  colleagues: readonly Colleague[],
): { mentions: string[]; mentionsTeams?: string[]; mentionsOnline: boolean } {
  const named = new Set(
    stretches(text, colleagues)
      .filter(({ isMention }) => isMention)
      .map((stretch) => stretch.text.slice(1).toLocaleLowerCase()),
  );
  const mentioned = colleagues.filter(({ name }) => named.has(name.toLocaleLowerCase()));
  const teams = mentioned.filter(({ isTeam }) => isTeam).map(({ id }) => id);
  return {
    mentions: mentioned.filter(({ isTeam }) => !isTeam).map(({ id }) => id),
    ...(teams.length > 0 && { mentionsTeams: teams }),
    mentionsOnline: named.has(everybodyOnline.name),
  };
}
