/** Reads articles of the help centre for visitors of the widget, and counts their votes. */
import type { Website } from '@parley/contracts/entities';
import type { HelpLink, HelpPage } from '@parley/contracts/knowledge/help';
import type { Language } from '@parley/contracts/text/languages';
import { showsOnPage } from '@parley/contracts/visitors/page-rules';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { vote } from '@parley/db/help/feedback';
import { listWebsites } from '@parley/db/websites/websites';
import { findVisitor, updateVisitor } from '@parley/db/visitors/visitors';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { articleUrl } from '../knowledge/article-address.ts';
import {
  type HelpText,
  nameOfCategory,
  type Reader,
  readShelf,
  searchShelf,
  type Shelf,
  textBySlug,
  textsFor,
} from './library.ts';
import { rememberFruitless } from './todos.ts';

/** Returns the reader. Visitors with an email that the website vouches for are customers. */
async function readerOf(
  { db }: Pick<Context, 'db'>,
  website: Website,
  caller: VisitorCaller | null,
  locale: Language,
): Promise<Reader> {
  const visitor = caller && (await findVisitor(db, caller.visitorId));
  return { audience: visitor?.emailVerified ? 'customers' : 'public', websiteId: website.id, locale };
}

interface Asked {
  website: Website;
  caller: VisitorCaller | null;
  locale: Language;
}

/**
 * Returns all articles, those suggested on the page first and the others in the order of their categories; or the
 * results of a search, best first. A search without results is recorded.
 */
export async function findHelp(
  context: Pick<Context, 'db'>,
  { website, caller, locale }: Asked,
  { words, isTyping, page }: { words: string; isTyping: boolean; page?: string | undefined },
): Promise<HelpLink[]> {
  const [shelf, reader] = await Promise.all([readShelf(context), readerOf(context, website, caller, locale)]);
  const found = words === '' ? inOrder(shelf, textsFor(shelf, reader)) : searchShelf(shelf, reader, words);
  if (found.length === 0 && words !== '' && !isTyping) await rememberFruitless(context, words, locale);
  const first = page === undefined || words !== '' ? [] : found.filter((text) => isSuggestedOn(text, page));
  const links = found.slice(0, 100).map(({ slug, title, summary, categoryId }) => {
    const category = shelf.categories.find(({ id }) => id === categoryId);
    return { slug, title, summary, category: category ? nameOfCategory(category, locale) : null };
  });
  const slugs = new Set(first.map(({ slug }) => slug));
  return [
    ...first.slice(0, suggestedMax).map(({ slug, title, summary }) => ({ slug, title, summary, category: null })),
    ...links.filter(({ slug }) => !slugs.has(slug)),
  ];
}

const suggestedMax = 5;

const isSuggestedOn = ({ suggestedOn }: HelpText, page: string): boolean =>
  suggestedOn.length > 0 && showsOnPage({ whitelistMode: true, allowedPages: suggestedOn }, page);

function inOrder({ categories }: Shelf, texts: readonly HelpText[]): HelpText[] {
  const place = new Map(categories.map(({ id }, index) => [id, index]));
  const placeOf = ({ categoryId }: HelpText) => (categoryId ? place.get(categoryId) : undefined) ?? categories.length;
  return texts.toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function textAt(
  context: Pick<Context, 'db'>,
  { website, caller, locale }: Asked,
  slug: string,
): Promise<HelpText> {
  const [shelf, reader] = await Promise.all([readShelf(context), readerOf(context, website, caller, locale)]);
  const text = textBySlug(shelf, reader, slug);
  if (!text) throw new Problem('not_found', localize('no_such_article'));
  return text;
}

/** @throws Problem `not_found` if it doesn't exist for this reader */
export async function readHelp(
  context: Pick<Context, 'db' | 'publicUrl'>,
  asked: Asked,
  slug: string,
): Promise<HelpPage> {
  const text = await textAt(context, asked, slug);
  const { articleId: id, locale, title, body } = text;
  return {
    id,
    slug: text.slug,
    locale,
    title,
    body,
    url: articleUrl(context, asked.website, text, await listWebsites(context.db)),
  };
}

/** Returns whether a website has public articles. */
export async function hasHelp(context: Pick<Context, 'db'>, { id }: Website): Promise<boolean> {
  return textsFor(await readShelf(context), { audience: 'public', websiteId: id, locale: 'en' }).length > 0;
}

/** Returns a voter's id, which can't be linked to anything else. */
export const voterOf = ({ secrets }: Pick<Context, 'secrets'>, visitorId: string): string =>
  secrets.sign('help vote', visitorId);
/** Returns the voter ID of a reader without a visitor token, from their network and browser. */
export const voterAt = ({ secrets }: Pick<Context, 'secrets'>, network: string, browser = ''): string =>
  secrets.sign('help vote', `${network} ${browser}`);

/** Counts a vote about an article; each voter counts once, with the last vote. */
export async function voteFor(
  { db }: Pick<Context, 'db'>,
  { articleId, locale }: Pick<HelpText, 'articleId' | 'locale'>,
  voter: string,
  helpful: boolean,
): Promise<void> {
  await vote(db, { articleId, locale, voter, helpful });
}

/** Counts a vote by an article's slug. @throws Problem `not_found` */
export async function voteByVisitor(
  context: Pick<Context, 'db' | 'secrets'>,
  asked: Asked,
  slug: string,
  { helpful, network, browser }: { helpful: boolean; network: string; browser: string | undefined },
): Promise<void> {
  const { caller } = asked;
  const voter = caller ? voterOf(context, caller.visitorId) : voterAt(context, network, browser);
  await voteFor(context, await textAt(context, asked, slug), voter, helpful);
}

/** Stores for the team the article that a visitor had read before writing. @throws Problem `not_found` */
export async function recordArticleRead(
  context: Pick<Context, 'db'>,
  asked: Asked & { caller: VisitorCaller },
  slug: string,
): Promise<void> {
  const { articleId } = await textAt(context, asked, slug);
  await updateVisitor(context.db, asked.caller.visitorId, { readArticleId: articleId });
}
