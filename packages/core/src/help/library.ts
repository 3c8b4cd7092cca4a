/** Caches the published articles in each process until one of them changes. */
import type { ArticleCategory } from '@parley/contracts/knowledge/help';
import { type RichNode, wordsOf } from '@parley/contracts/text/rich-text';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import { type Language, languageCodes } from '@parley/contracts/text/languages';
import type { Database } from '@parley/db/database';
import { helpRevision, type PublishedText, readLibrary } from '@parley/db/help/library';
import MiniSearch from 'minisearch';
import type { Context } from '../context.ts';
import { readMarkdown } from './markdown.ts';

/** An article in a language, drawn when it was published. */
export interface HelpText extends PublishedText {
  key: string;
  body: RichNode[];
  words: string;
  /** Its beginning, in one line. */
  summary: string;
}

export interface Shelf {
  revision: number;
  texts: HelpText[];
  categories: ArticleCategory[];
  former: Map<string, string>;
  index: MiniSearch<HelpText>;
}

/** Audience, website and language of a reader. */
export interface Reader {
  audience: Exclude<Audience, 'staff'>;
  websiteId: string;
  locale: Language;
}

const kept = new WeakMap<Database, Promise<Shelf>>();

/** Returns everything published in the help centre, for all audiences; `isFor` decides what a reader may see. */
export async function readShelf({ db }: Pick<Context, 'db'>): Promise<Shelf> {
  const revision = await helpRevision(db);
  const known = await kept.get(db);
  if (known?.revision === revision) return known;
  const made = makeShelf(db, revision);
  kept.set(db, made);
  made.catch(() => kept.delete(db));
  return made;
}

/** Decides whether a reader may see a text; the only such rule. Texts for staff are for no reader. */
export const isFor = (text: Pick<PublishedText, 'audience' | 'websiteIds'>, reader: Omit<Reader, 'locale'>): boolean =>
  (text.audience === 'public' || (text.audience === 'customers' && reader.audience === 'customers')) &&
  (text.websiteIds.length === 0 || text.websiteIds.includes(reader.websiteId));

const summaryLength = 160;

async function makeShelf(db: Database, revision: number): Promise<Shelf> {
  const { texts: stored, ...rest } = await readLibrary(db);
  const texts = stored.map((text): HelpText => {
    const body = readMarkdown(text.content);
    const words = wordsOf(body);
    return { ...text, key: `${text.articleId}:${text.locale}`, body, words, summary: summaryOf(body) };
  });
  const index = new MiniSearch<HelpText>({
    idField: 'key',
    fields: ['title', 'words'],
    tokenize: wordsIn,
    searchOptions: {
      boost: { title: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.25 : false),
      maxFuzzy: 2,
    },
  });
  index.addAll(texts);
  return { revision, texts, ...rest, index };
}

function summaryOf(body: readonly RichNode[]): string {
  const first = body.find((node) => typeof node !== 'string' && node.tag === 'p');
  const line = wordsOf(first ? [first] : body).replaceAll('\n', ' ');
  if (line.length <= summaryLength) return line;
  return `${line.slice(0, line.lastIndexOf(' ', summaryLength) + 1 || summaryLength).trimEnd()}…`;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Also works in languages without blanks between words. */
const wordsIn = (text: string): string[] =>
  [...segmenter.segment(text.normalize('NFKC'))].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));

/**
 * Returns the texts that a reader may see, each article once: in their language if there is one, else in English, else
 * in any.
 */
export function textsFor({ texts }: Pick<Shelf, 'texts'>, reader: Reader): HelpText[] {
  const best = new Map<string, HelpText>();
  const rank = (text: HelpText) => (text.locale === reader.locale ? 0 : text.locale === 'en' ? 1 : 2);
  for (const text of texts) {
    if (!isFor(text, reader)) continue;
    const known = best.get(text.articleId);
    if (!known || rank(text) < rank(known)) best.set(text.articleId, text);
  }
  return [...best.values()];
}

/** Returns matches, best first. Tolerates one wrong letter, and matches beginnings of words. */
export function searchShelf(shelf: Shelf, reader: Reader, words: string): HelpText[] {
  const offered = new Map(textsFor(shelf, reader).map((text) => [text.key, text]));
  const filter = ({ id }: { id: string }) => offered.has(id);
  const all = shelf.index.search(words, { filter, combineWith: 'AND' });
  const found = all.length > 0 ? all : shelf.index.search(words, { filter });
  return found.slice(0, 20).flatMap(({ id }) => offered.get(String(id)) ?? []);
}

/** An article by its slug in any language, or one that it had: in the reader's language where it is in it. */
export function textBySlug(shelf: Shelf, reader: Reader, slug: string): HelpText | undefined {
  const mine = textsFor(shelf, reader);
  const exact = shelf.texts.find((text) => text.slug === slug && text.locale === reader.locale);
  const named = exact ?? shelf.texts.find((text) => text.slug === slug);
  const articleId = named?.articleId ?? formerOf(shelf, reader.locale, slug);
  return mine.find((text) => text.articleId === articleId);
}

const formerOf = ({ former }: Shelf, locale: Language, slug: string): string | undefined =>
  [locale, ...languageCodes].map((each) => former.get(`${each} ${slug}`)).find((id) => id !== undefined);

/** Returns a category's name in a language, or in another one if it has none in it. */
export const nameOfCategory = ({ names }: ArticleCategory, locale: Language): string =>
  names[locale] ?? names.en ?? Object.values(names)[0] ?? '';
