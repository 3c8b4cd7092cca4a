/** Puts found passages in order: those about exactly the thing that was named first, and outdated ones behind current ones. */
import type { FoundPassage } from '@parley/db/knowledge/search';
import { type AskedName, placesOf, wordsOf } from '../text/names.ts';
import { contradictionsOf } from './contradictions.ts';

interface Asked {
  question: string;
  names: readonly AskedName[];
}

/** A text that dates itself so far back is outdated, beside one that doesn't. */
const outdatedMonths = 18;
/** Share of an outdated passage's coverage that a current one needs to go before it. */
const nearlyAsMuch = 0.6;

interface Looked {
  passage: FoundPassage;
  title: string[];
  words: string[];
}

/** Orders passages that were found, the best first. The order of equals stays. */
export function inOrder(found: readonly FoundPassage[], { question, names }: Asked): FoundPassage[] {
  const looked = found.map((passage): Looked => {
    const title = wordsOf([passage.title, ...passage.headings].join(' \n '));
    return { passage, title, words: wordsOf(passage.text) };
  });
  const asked = wordsOf(question);
  const longer = longerNames(looked, names, asked);
  const rankOf = (each: Looked): number => Math.min(2, ...names.map(({ words }) => nearness(each, words, longer)));
  const ranked = Map.groupBy(looked, rankOf);
  const exact = [0, 1, 2].flatMap((rank) => ranked.get(rank) ?? []).map(({ passage }) => passage);
  return currentFirst(exact, question);
}

/** Returns names in titles that begin with an asked one and go on, unless the question goes on like them. */
function longerNames(looked: readonly Looked[], names: readonly AskedName[], asked: readonly string[]): Set<string> {
  const longer = new Set<string>();
  for (const { words: name } of names) {
    for (const { title } of looked) {
      for (const at of placesOf(name, title)) {
        const next = title[at + name.length];
        if (next !== undefined && placesOf([...name, next], asked).length === 0) longer.add([...name, next].join(' '));
      }
    }
  }
  return longer;
}

/** 0 for a passage under the name, 1 for one with it, 2 for one without it, or with longer names alone. */
function nearness({ title, words }: Looked, name: readonly string[], longer: ReadonlySet<string>): number {
  const isExactIn = (text: readonly string[]): boolean =>
    placesOf(name, text).some((at) => !longer.has([...name, text[at + name.length]].join(' ')));
  if (isExactIn(title)) return 0;
  return isExactIn(words) ? 1 : 2;
}

const isOutdated = ({ datedOn }: FoundPassage, question: string): boolean =>
  datedOn !== null &&
  !question.includes(datedOn.slice(0, 4)) &&
  Date.now() - Date.parse(datedOn) > outdatedMonths * 30.5 * 24 * 3600 * 1000;

/** Puts passages behind current ones that cover as much, and behind a newer one that says something else. */
function currentFirst(found: readonly FoundPassage[], question: string): FoundPassage[] {
  const most = Math.max(0, ...found.map(({ covered }) => covered));
  const newerThan = (passage: FoundPassage): FoundPassage[] =>
    isOutdated(passage, question)
      ? found.filter(
          (other) =>
            !isOutdated(other, question) &&
            other.language === passage.language &&
            other.covered >= nearlyAsMuch * Math.min(most, passage.covered),
        )
      : [];
  const contradicted = Map.groupBy(contradictionsOf(found), ({ older }) => older);
  let ordered = [...found];
  for (const passage of found) {
    const newer = [...newerThan(passage), ...(contradicted.get(passage) ?? []).map((each) => each.newer)];
    ordered = behind(ordered, passage, new Set(newer));
  }
  return ordered;
}

/** Moves a passage behind the last one of others, unless it is there already. */
function behind(
  ordered: readonly FoundPassage[],
  passage: FoundPassage,
  others: ReadonlySet<FoundPassage>,
): FoundPassage[] {
  const last = ordered.findLastIndex((each) => others.has(each));
  const at = ordered.indexOf(passage);
  return last < at
    ? [...ordered]
    : [...ordered.slice(0, at), ...ordered.slice(at + 1, last + 1), passage, ...ordered.slice(last + 1)];
}
