/** Groups texts about the same thing, and finds the words that tell a group from the others. Pure, without a model. */
import { tokensOf } from '@parley/contracts/filter/search-text';
import { stemsOf } from '../grounding/check.ts';
import { isPolite } from '../grounding/small-talk.ts';

/** Vector of length 1: weights by term, or by position for embeddings. */
export type Vector = ReadonlyMap<string | number, number>;

/** Terms of a text that count, at most. */
const termsMost = 60;
/** A term in fewer texts groups nothing; one in a larger share of them says nothing. */
const fewestTexts = 3;
const largestShare = 0.25;
/** Groups that are compared with each text, at most. */
const groupsMost = 300;

const addresses = /\S+@\S+|https?:\/\/\S+|\bwww\.\S+/giu;

/** Returns a text without addresses, links and numbers, which are of one customer. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(addresses, ' ').replaceAll(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu, ' ');

const ofLengthOne = (weights: Map<string | number, number>): Vector => {
  const length = Math.hypot(...weights.values());
  return length === 0 ? weights : new Map([...weights].map(([term, weight]) => [term, weight / length]));
};

/** Returns the stems of a text that can be about something: no greetings, numbers or addresses. */
const topicalStems = (text: string): string[] => [...stemsOf(withoutAddresses(text))].filter((stem) => !isPolite(stem));

/** Returns a vector of the words of each text, weighted by how rare they are among all texts. */
export function wordVectors(texts: readonly string[]): Vector[] {
  const stems = texts.map((text) => topicalStems(text).slice(0, termsMost));
  const counts = new Map<string, number>();
  for (const stem of stems.flat()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const most = Math.max(20, texts.length * largestShare);
  return stems.map((each) =>
    ofLengthOne(
      new Map(
        each.flatMap((stem) => {
          const count = counts.get(stem) ?? 0;
          return count < fewestTexts || count > most ? [] : [[stem, Math.log(texts.length / count) + 0.1] as const];
        }),
      ),
    ),
  );
}

/** Returns embeddings as vectors. */
export const embeddingVectors = (embeddings: readonly (readonly number[])[]): Vector[] =>
  embeddings.map((embedding) => new Map(embedding.entries()));

/** Returns how alike two vectors are, from 0 to 1. */
function likeness(one: Vector, other: Vector): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return sum;
}

export interface Group {
  /** Positions of its texts. */
  members: number[];
  sum: Map<string | number, number>;
  centre: Vector;
}

function join(group: Group, position: number, vector: Vector): void {
  group.members.push(position);
  for (const [term, weight] of vector) group.sum.set(term, (group.sum.get(term) ?? 0) + weight);
  group.centre = ofLengthOne(group.sum);
}

/** Returns the group of these texts. */
export function groupOf(members: readonly number[], vectors: readonly Vector[]): Group {
  const group: Group = { members: [], sum: new Map(), centre: new Map() };
  for (const position of members) join(group, position, vectors[position] ?? new Map());
  return group;
}

/** Returns the group that a vector is most alike, if it is alike enough. */
export function nearestOf<G extends Pick<Group, 'centre'>>(
  groups: readonly G[],
  vector: Vector,
  leastAlike: number,
): G | undefined {
  let nearest: G | undefined;
  let most = leastAlike;
  for (const group of groups) {
    const score = likeness(group.centre, vector);
    if (score < most) continue;
    nearest = group;
    most = score;
  }
  return nearest;
}

/**
 * Groups texts by their vectors: in one walk each joins the group that it is most alike, or begins one; in a second walk
 * each goes to the group that turned out nearest. The order of the texts decides, so the same texts give the same groups.
 */
export async function grouped(
  positions: readonly number[],
  vectors: readonly Vector[],
  { leastAlike, pause }: { leastAlike: number; pause: () => Promise<void> },
): Promise<Group[]> {
  const begun: Group[] = [];
  for (const [index, position] of positions.entries()) {
    if (index % 100 === 0) await pause();
    const vector = vectors[position] ?? new Map();
    if (vector.size === 0) continue;
    const group = nearestOf(begun, vector, leastAlike);
    if (group) join(group, position, vector);
    else if (begun.length < groupsMost) begun.push(groupOf([position], vectors));
  }
  const settled = begun
    .filter(({ members }) => members.length > 1)
    .map(({ centre }): Group => ({ members: [], sum: new Map(), centre }));
  for (const [index, position] of positions.entries()) {
    if (index % 100 === 0) await pause();
    const vector = vectors[position] ?? new Map();
    if (vector.size > 0) nearestOf(settled, vector, leastAlike)?.members.push(position);
  }
  return settled.filter(({ members }) => members.length > 0).toSorted((a, b) => b.members.length - a.members.length);
}

/** A word tells a topic if so many of its texts have it. */
const tellingShare = 0.3;

interface Telling {
  /** Texts of the topic, and their number among all. */
  members: readonly string[];
  all: readonly string[];
}

/** Counts in how many texts each stem is. */
export function countStems(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const stem of topicalStems(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** Returns the stems that many texts have. */
export function commonStems(members: readonly string[]): Map<string, number> {
  const least = Math.max(3, members.length * tellingShare);
  return new Map([...countStems(members)].filter(([, count]) => count >= least));
}

/**
 * Returns the words that tell the texts of a topic from all texts, the most telling first, as most customers wrote them.
 * Only words that many of the texts have: one customer's name or sentence is none.
 */
export function tellingWords({ members, all }: Telling, most = 3): string[] {
  const everywhere = countStems(all);
  const ranked = [...commonStems(members)]
    .map(([stem, count]) => ({
      stem,
      score: (count / members.length) * Math.log((all.length + 1) / (everywhere.get(stem) ?? 1)),
    }))
    .toSorted((a, b) => b.score - a.score || a.stem.localeCompare(b.stem));
  const written = wordsByStem(members);
  return ranked.slice(0, most).map(({ stem }) => written.get(stem) ?? stem);
}

/** Returns the most frequent word of each stem. */
function wordsByStem(texts: readonly string[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const text of texts) {
    const plain = withoutAddresses(text);
    for (const { start, end } of tokensOf(plain)) {
      const word = plain.slice(start, end).toLowerCase();
      for (const stem of stemsOf(word)) {
        const words = counts.get(stem) ?? new Map<string, number>();
        counts.set(stem, words.set(word, (words.get(word) ?? 0) + 1));
      }
    }
  }
  return new Map(
    [...counts].map(([stem, words]) => [
      stem,
      [...words].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))[0]?.[0] ?? stem,
    ]),
  );
}
