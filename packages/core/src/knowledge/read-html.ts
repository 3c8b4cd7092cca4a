/** Reads the content of an HTML page as Markdown, without the parts that every page of the site repeats. */
import type { SetAside } from '@parley/contracts/knowledge/knowledge';
import { Readability } from '@mozilla/readability';
import { DOMParser, parseHTML } from 'linkedom';
import { OutOfTime, withinTime } from '../processes/limited-time.ts';
import { textOf } from '../text/decode.ts';
import { boundedHtml } from './html-bounds.ts';
import { htmlAsMarkdown } from './html-markdown.ts';
import { openFolded } from './open-folded.ts';
import { dateOf } from './page-dates.ts';
import type { DocumentReading, SitemapReading } from './reader.ts';
import { Unread } from './unread.ts';
import { removeUnshown } from './unshown.ts';

/** Above this number of elements the whole body is read. */
const mostElements = 50_000;
/** Minimum length in letters of what Readability finds; less is not the main content. */
const shortestContent = 200;
const mostLinks = 2_000;
const mostInSitemap = 50_000;
const mostTranslations = 50;
/** Characters of linked data that are searched for a date. */
const longestMetadata = 200_000;

const surroundings =
  'script, style, noscript, template, nav, header, footer, aside, form, iframe, svg, [hidden], [aria-hidden="true"]';

/** Far longer than any page takes. */
const readingMs = 10_000;

/** @throws Unread `too_large` for a page that can't be read in time */
function inTime<T>(read: () => T): T {
  try {
    return withinTime(readingMs, read);
  } catch (error) {
    throw error instanceof OutOfTime ? new Unread('too_large') : error;
  }
}

/**
 * HTML as Markdown. Links are absolute, or left out where there is no address that they begin at; pictures are left
 * out.
 *
 * @throws Unread `too_large`
 */
export const markdownOf = (html: string, url: string | null): string =>
  inTime(() => htmlAsMarkdown(html, (href) => (url === null ? null : absolute(href, url))));

/** A link's address without its fragment; null for what is no page. */
function absolute(href: string | null, base: string): string | null {
  const url = href === null ? null : URL.parse(href, base);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  url.hash = '';
  return url.href;
}

/** @throws Unread `too_large` */
export const readHtml = (bytes: Uint8Array, contentType: string | null, url: string | null): DocumentReading =>
  inTime(() => readPage(bytes, contentType, url));

function readPage(bytes: Uint8Array, contentType: string | null, url: string | null): DocumentReading {
  const bounded = boundedHtml(textOf(bytes, contentType, true));
  const html = whole(bounded.html);
  const { document } = parseHTML(html);
  const base =
    url === null ? null : (absolute(document.querySelector('base')?.getAttribute('href') ?? null, url) ?? url);
  const robots = [...document.querySelectorAll('meta[name="robots" i], meta[name="parley" i]')]
    .map((meta) => meta.getAttribute('content') ?? '')
    .join(',')
    .toLowerCase();
  const links = new Set<string>();
  for (const anchor of base === null ? [] : document.querySelectorAll('a[href]')) {
    const rel = anchor.getAttribute('rel') ?? '';
    const link = absolute(anchor.getAttribute('href'), base ?? '');
    if (link !== null && !/\bnofollow\b/i.test(rel)) links.add(link);
    if (links.size >= mostLinks) break;
  }
  const canonical =
    base === null
      ? null
      : absolute(document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null, base);
  const language = document.documentElement.getAttribute('lang');
  const named = clean(document.querySelector('h1')?.textContent) ?? clean(document.querySelector('title')?.textContent);
  const mayIndex = !/\b(?:noindex|none)\b/.test(robots);
  const translations =
    base === null
      ? []
      : [...document.querySelectorAll('link[rel="alternate"][hreflang]')]
          .flatMap((link) => absolute(link.getAttribute('href'), base) ?? [])
          .slice(0, mostTranslations);
  const dates = metadataDates(document);
  const { content, setAside } = mayIndex ? mainContent(document, html, bounded.isCut) : { content: '', setAside: [] };
  const markdown = mayIndex ? markdownOf(content, base) : '';
  return {
    title: named ?? '',
    markdown,
    language,
    canonical,
    translations,
    datedOn: dateOf(named ?? '', markdown, dates),
    setAside,
    links: [...links],
    mayIndex,
    mayFollow: !/\b(?:nofollow|none)\b/.test(robots),
  };
}

const clean = (text: string | null | undefined): string | null => {
  const line = text?.replaceAll(/\s+/g, ' ').trim().slice(0, 300) ?? '';
  return line === '' ? null : line;
};

type Page = ReturnType<typeof parseHTML>['document'];

/** With the body that HTML lets authors leave out, and the parser does not add. */
function whole(html: string): string {
  if (/<body[\s>]/i.test(html)) return html;
  const [head = ''] = /^[^]*<\/head\s{0,100}>/i.exec(html) ?? [];
  const opening = /<html\b[^<>]*>/i.exec(html)?.[0] ?? '<html>';
  const rest = html.slice(head.length).replaceAll(/<!doctype\b[^<>]*>|<\/?html\b[^<>]*>/gi, '');
  return `${head === '' ? opening : head}<body>${rest}</body></html>`;
}

/** Days of a page in its metadata, the best first. */
function metadataDates(document: Page): (string | null)[] {
  const metas = ['article:modified_time', 'og:updated_time', 'last-modified', 'article:published_time', 'date'].map(
    (name) => document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? null,
  );
  const linked = [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map(({ textContent }) => textContent ?? '')
    .join('\n')
    .slice(0, longestMetadata);
  const ofJson = ['dateModified', 'datePublished'].map(
    (name) => new RegExp(`"${name}"\\s*:\\s*"([^"]{4,40})"`).exec(linked)?.[1] ?? null,
  );
  const times = document.querySelector('main time[datetime], article time[datetime]');
  return [...metas.slice(0, 3), ...ofJson, ...metas.slice(3), times?.getAttribute('datetime') ?? null];
}

function mainContent(document: Page, html: string, isCut: boolean): { content: string; setAside: SetAside[] } {
  openFolded(document);
  const setAside = removeUnshown(document);
  // Readability takes seconds for what no author nests.
  if (!isCut && document.querySelectorAll('*').length <= mostElements) {
    const article = new Readability(document, { charThreshold: shortestContent }).parse();
    if (article?.content && (article.textContent?.trim().length ?? 0) >= shortestContent)
      return { content: article.content, setAside };
  }
  // Readability has changed the document.
  const { document: reparsed } = parseHTML(html);
  openFolded(reparsed);
  removeUnshown(reparsed);
  for (const element of reparsed.querySelectorAll(surroundings)) element.remove();
  const main = reparsed.querySelector('main, article, [role="main"]') ?? reparsed.body;
  return { content: main.innerHTML, setAside };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/**
 * The addresses in a sitemap, or in an index of some; a line for each where it is plain text.
 * https://www.sitemaps.org/protocol.html
 */
export function readSitemap(bytes: Uint8Array): SitemapReading {
  const text = textOf(bytes, null, false).trim();
  if (!text.startsWith('<')) {
    const pages = text.split(/\s+/).filter((line) => /^https?:\/\//i.test(line));
    if (pages.length === 0) throw new Unread('empty');
    return { pages: pages.slice(0, mostInSitemap), sitemaps: [] };
  }
  const reading: SitemapReading = { pages: [], sitemaps: [] };
  const lists: Readonly<Record<string, string[]>> = { url: reading.pages, sitemap: reading.sitemaps };
  for (const element of new DOMParser().parseFromString(text, 'text/xml').querySelectorAll('*')) {
    // Whatever prefix the namespace has.
    if (localName(element.tagName) !== 'loc') continue;
    const list = lists[localName(element.parentElement?.tagName ?? '')];
    const address = element.textContent?.trim() ?? '';
    if (list && address !== '' && list.length < mostInSitemap) list.push(address);
  }
  if (reading.pages.length + reading.sitemaps.length === 0) throw new Unread('empty');
  return reading;
}
