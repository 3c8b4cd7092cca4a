/** Finds the passages that answer a question. All reads of the team's knowledge go through here. */
import { type Audience, readableBy } from '@parley/contracts/knowledge/knowledge';
import { detectLanguage, isFrequent } from '../text/language.ts';
import { namesIn, wordsOf } from '../text/names.ts';
import { type FoundPassage, type KnowledgeOverlay, latestOfEach, searchPassages } from '@parley/db/knowledge/search';
import { relatedWords } from './concepts.ts';
import { alikeInMeaning, type EmbeddingContext } from './embeddings.ts';
import { inOrder } from './order.ts';

/** Part of a document with some 200 to 400 tokens that an answer may cite. `url` is its public address, if any. */
export type Passage = FoundPassage;

export interface PassageQuestion {
  question: string;
  /** Previous messages, the newest last: they count if the question is vague by itself. */
  history?: readonly string[];
  /** Audience of the answer. `staff` reads everything, `customers` their own articles and public ones. */
  audience: Audience;
  /** Website of the visitor who asks; null if there is none. */
  websiteId: string | null;
  /** The language asked in, preferred among equals. */
  language?: string;
  limit: number;
  /** Words to search for in place of the question's, besides its names: what they find, is found by its meaning. */
  otherWords?: readonly string[] | undefined;
  /** Knowledge as a proposed change would have it, with its vectors. */
  candidate?: CandidateKnowledge | undefined;
}

export interface CandidateKnowledge {
  overlay: KnowledgeOverlay;
  /** Vectors of its own passages, by their ids. */
  vectors: ReadonlyMap<string, readonly number[]>;
}

/** Minimum share of a question that a passage has to cover to be an answer: see `bench/answers`. */
const floors = { words: 0.2, foreign: 0.35, unspaced: 0.18, names: 0.5, spare: 0.1 };
/** Longer questions need no history to be clear. */
const wordsOfItsOwn = 8;
const lastTurns = 2;
const longestQuestion = 2_000;
/** So many sources may read the same page. */
const sourcesOfPage = 3;

/**
 * Returns the passages that answer a question, best first, and none if nothing does. Never returns passages for another
 * audience or website.
 */
export async function findPassages(context: EmbeddingContext, query: PassageQuestion): Promise<Passage[]> {
  const { history = [], audience, websiteId, limit, candidate, otherWords } = query;
  const asked = query.question.slice(0, longestQuestion);
  const names = namesIn(asked);
  const named = names.flatMap(({ words }) => words);
  const question = otherWords ? [...otherWords, ...named].join(' ') : asked;
  const language = query.language ?? detectLanguage(asked);
  const isShort = (question.match(/[\p{L}\p{N}]+/gu) ?? []).length <= wordsOfItsOwn;
  const before = isShort ? history.slice(-lastTurns).join('\n').slice(-longestQuestion) : '';
  const readers = { audiences: readableBy(audience), websiteId, overlay: candidate?.overlay };
  const meant = before === '' ? asked : `${before}\n${asked}`;
  const alike = await alikeInMeaning(context, meant, readers, candidate?.vectors);
  const found = await searchPassages(
    context.db,
    {
      ...readers,
      question,
      before,
      language,
      related: relatedWords(question, language),
      names: named,
      ignored: wordsOf(question).filter((word) => isFrequent(word, language) && !named.includes(word)),
      alike,
      limit: limit * sourcesOfPage,
    },
    floors,
  );
  const ordered = inOrder(await withoutCopies(context, found), { question: asked, names }).slice(0, limit);
  return otherWords ? ordered.map((passage) => ({ ...passage, isAlike: true })) : ordered;
}

/** Merges a page that several sources have read: keeps the latest version, and each text once. */
async function withoutCopies({ db }: EmbeddingContext, found: readonly FoundPassage[]): Promise<FoundPassage[]> {
  const documents = new Map(found.map(({ documentId, url }) => [documentId, url]));
  const pages = Map.groupBy(
    [...documents].filter(([, url]) => url !== null),
    ([, url]) => url,
  );
  const copied = [...pages.values()].filter(({ length }) => length > 1).map((copies) => copies.map(([id]) => id));
  const older = new Set<string>();
  if (copied.length > 0) {
    const newest = new Set(await latestOfEach(db, copied));
    for (const id of copied.flat()) if (!newest.has(id)) older.add(id);
  }
  const kept = found.filter(({ documentId }) => !older.has(documentId));
  return kept.filter(
    ({ title, text }, at) => kept.findIndex((other) => other.text === text && other.title === title) === at,
  );
}
