/** What the widget's visitors do in the help centre. */
import type { Website } from '@parley/contracts/entities';
import type { HelpLink, HelpPage } from '@parley/contracts/help';
import type { Language } from '@parley/contracts/languages';
import { showsOnPage } from '@parley/contracts/page-rules';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { vote } from '@parley/db/help/feedback';
import { listWebsites } from '@parley/db/websites/websites';
import { findVisitor, updateVisitor } from '@parley/db/visitors/visitors';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { articleUrl } from './address.ts';
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

/** Who reads in the widget: whoever the website vouched for is a customer. */
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

/** All articles, those suggested on the page first and the others in the order of their categories; or what a search finds, best first; one without a result is remembered. */
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
  if (!text) throw new Problem('not_found', say('no_such_article'));
  return text;
}

/** @throws Problem `not_found` for what is not there for this reader */
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

/** Whether there is something to read for everybody on a website. */
export async function hasHelp(context: Pick<Context, 'db'>, { id }: Website): Promise<boolean> {
  return textsFor(await readShelf(context), { audience: 'public', websiteId: id, locale: 'en' }).length > 0;
}

/** Somebody who votes, not to be known again by anything else. */
export const voterOf = ({ secrets }: Pick<Context, 'secrets'>, visitorId: string): string =>
  secrets.sign('help vote', visitorId);
export const voterAt = ({ secrets }: Pick<Context, 'secrets'>, network: string, browser = ''): string =>
  secrets.sign('help vote', `${network} ${browser}`);

/** Counts what somebody says of an article; each once, the last word counts. */
export async function voteFor(
  { db }: Pick<Context, 'db'>,
  { articleId, locale }: Pick<HelpText, 'articleId' | 'locale'>,
  voter: string,
  helpful: boolean,
): Promise<void> {
  await vote(db, { articleId, locale, voter, helpful });
}

/** The same by slug. @throws Problem `not_found` */
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

/** Keeps for the team what a visitor had read before they wrote. @throws Problem `not_found` */
export async function tellRead(
  context: Pick<Context, 'db'>,
  asked: Asked & { caller: VisitorCaller },
  slug: string,
): Promise<void> {
  const { articleId } = await textAt(context, asked, slug);
  await updateVisitor(context.db, asked.caller.visitorId, { readArticleId: articleId });
}
