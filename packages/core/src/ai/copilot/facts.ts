/**
 * Compares the facts in a text with those in a model's version of it: numbers, links, addresses, variables and names.
 * The comparison uses our own rules; the model is not asked whether it has kept to them.
 */
import type { ChangedFact } from '@parley/contracts/assistant/copilot';
import { mailAddress, withoutEnding } from '../found-in-text.ts';
import { numberValues } from '../grounding/facts.ts';

export interface FactRules {
  /** Names that have to survive as they are written. */
  names: readonly string[];
}

const link = /https?:\/\/[^\s<>"'“”„«»()[\]]+|(?<![\w@.])www\.[^\s<>"'“”„«»()[\]]+/giu;
const variable = /\{\{[^{}\n]{1,100}\}\}|\[\[[^[\]\n]{1,100}\]\]/gu;

/** Sentences end behind links and addresses. */
const withoutEnd = (text: string): string => withoutEnding(text, '.,;:!?');

type Facts = Record<Exclude<ChangedFact['kind'], 'negation'>, string[]>;

/** Returns each fact as often as it occurs. */
function factsOf(text: string, { names }: FactRules): Facts {
  const variables = text.match(variable) ?? [];
  let rest = text.replaceAll(variable, ' ');
  const links = (rest.match(link) ?? []).map(withoutEnd);
  rest = rest.replaceAll(link, ' ');
  const addresses = (rest.match(mailAddress) ?? []).map(withoutEnd);
  rest = rest.replaceAll(mailAddress, ' ');
  const folded = rest.toLowerCase();
  return {
    variable: variables,
    link: links,
    address: addresses.map((each) => each.toLowerCase()),
    number: numberValues(rest),
    // Names count once: repeating them is a matter of style.
    name: names.filter((name) => name.trim() !== '' && folded.includes(name.toLowerCase())),
  };
}

/**
 * Returns the facts of `before` that are missing in `after` and those that were added; a pair where one replaced
 * another.
 */
export function changedFacts(before: string, after: string, rules: FactRules): ChangedFact[] {
  const [were, are] = [factsOf(before, rules), factsOf(after, rules)];
  return (['number', 'link', 'address', 'variable', 'name'] as const).flatMap((kind) => {
    const lost = without(were[kind], are[kind]);
    // Adding a name is a matter of style: "you" becomes the person's name.
    const added = kind === 'name' ? [] : without(are[kind], were[kind]);
    return Array.from({ length: Math.max(lost.length, added.length) }, (_, at) => ({
      kind,
      was: lost[at] ?? null,
      is: added[at] ?? null,
    }));
  });
}

/** Returns true if every number and link of a text is in one of the others. */
export function bringsNothingNew(text: string, sources: readonly string[]): boolean {
  const rules = { names: [] };
  const known = factsOf(sources.join('\n'), rules);
  const given = factsOf(text, rules);
  return (['number', 'link', 'address'] as const).every((kind) => {
    const there = new Set(known[kind]);
    return given[kind].every((each) => there.has(each));
  });
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return all.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
}
