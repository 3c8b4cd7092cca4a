/** Finding what answers a question: the one door to everything the team knows. */
import { type Audience, readableBy } from '@parley/contracts/knowledge';
import { detectLanguage } from '../ai/language.ts';
import { type FoundPassage, type KnowledgeOverlay, latestOfEach, searchPassages } from '@parley/db/knowledge/search';
import { alikeInMeaning, type EmbeddingContext } from './embeddings.ts';

/** Some 200 to 400 tokens of a document that an answer may rest on. `url` is where everybody may read it, if anywhere. */
export type Passage = FoundPassage;

export interface PassageQuestion {
  question: string;
  /** What was said before, the newest last: it counts where the question says little by itself. */
  history?: readonly string[];
  /** On whose behalf is asked. `staff` reads everything, `customers` what is theirs and public. */
  audience: Audience;
  /** The website whose visitor asks; null where it is nobody's. */
  websiteId: string | null;
  /** The language asked in, preferred among equals. */
  language?: string;
  limit: number;
  /** As a change would have it: of what it brings by meaning too. */
  candidate?: CandidateKnowledge | undefined;
}

export interface CandidateKnowledge {
  overlay: KnowledgeOverlay;
  /** What its own passages mean, by their ids. */
  vectors: ReadonlyMap<string, readonly number[]>;
}

/** What covers less of a question than this does not answer it: see `bench/answers`. */
const floors = { words: 0.25, foreign: 0.5, unspaced: 0.18 };
/** A question of more words says what it is about. */
const wordsOfItsOwn = 8;
const lastTurns = 2;
const longestQuestion = 2_000;
/** So many sources may read the same page. */
const sourcesOfPage = 3;

/**
 * The passages that answer a question, the best first, and none where nothing does. Never answers what is meant for
 * another audience or another website.
 */
export async function findPassages(context: EmbeddingContext, query: PassageQuestion): Promise<Passage[]> {
  const { history = [], audience, websiteId, limit, candidate } = query;
  const question = query.question.slice(0, longestQuestion);
  const language = query.language ?? detectLanguage(question);
  const saysLittle = (question.match(/[\p{L}\p{N}]+/gu) ?? []).length <= wordsOfItsOwn;
  const before = saysLittle ? history.slice(-lastTurns).join('\n').slice(-longestQuestion) : '';
  const readers = { audiences: readableBy(audience), websiteId, overlay: candidate?.overlay };
  const asked = before === '' ? question : `${before}\n${question}`;
  const alike = await alikeInMeaning(context, asked, readers, candidate?.vectors);
  const wanted = { ...readers, question, before, language, alike, limit: limit * sourcesOfPage };
  const found = await searchPassages(context.db, wanted, floors);
  return (await withoutCopies(context, found)).slice(0, limit);
}

/** A page that several sources read is one page: what was read last, and each text once. */
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
