/** The pages of the public help centre. No script: what there is to do are links and forms. */
import { createHash } from 'node:crypto';
import { helpCentreTexts } from '@parley/contracts/i18n/catalogues/help-centre';
import { type Language, languages } from '@parley/contracts/text/languages';
import { type HelpText, nameOfCategory } from '@parley/core/help/library';
import type { ArticleCategory } from '@parley/contracts/knowledge/help';
import { wordsOf } from '@parley/contracts/text/rich-text';
import { escapeHtml } from '@parley/contracts/text/rich-html';
import type { Centre } from './centre.ts';
import { articleHtml } from './html.ts';
import { styleOf } from './style.ts';

export interface Visit {
  centre: Centre;
  locale: Language;
  /** The languages that something is written in for this reader. */
  offered: readonly Language[];
  accent: string;
  avatarUrl: string;
}

export interface Page {
  html: string;
  policy: string;
}

interface Framed {
  title: string;
  description: string;
  /** Under the centre's address, with the language. */
  path: string;
  /** The page in other languages, by language. */
  twins: ReadonlyMap<Language, string>;
  body: string;
  search?: string;
  /** Has a twin as Markdown. */
  markdown?: boolean;
  isHidden?: boolean;
  /** Page that the bar links to. */
  isHome?: boolean;
}

const addressIn = ({ path }: Pick<Centre, 'path'>, locale: Language, slug = ''): string =>
  `${path}/${locale}/${encodeURIComponent(slug)}`;

const searchIcon =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M9 15.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM18 18l-4.2-4.2"/></svg>';

function searchForm({ centre, locale }: Visit, words = ''): string {
  const label = escapeHtml(helpCentreTexts(locale)('search'));
  return `<form class="search" role="search" action="${addressIn(centre, locale)}">${searchIcon}<input type="search" name="q" maxlength="200" required value="${escapeHtml(words)}" placeholder="${label}" aria-label="${label}"></form>`;
}

/** The document around a page's own part, and the policy to send it with. */
function framed(visit: Visit, page: Framed): Page {
  const { centre, locale, offered, accent, avatarUrl } = visit;
  const t = helpCentreTexts(locale);
  const { website, url, path } = centre;
  const style = styleOf(accent);
  const canonical = url + page.path;
  const own = page.path.slice(locale.length + 1);
  const meta = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
  const twins = [...page.twins].map(
    ([language, twin]) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(url + twin)}">`,
  );
  const choices = offered.map((language) => {
    const to = page.twins.get(language) ?? `/${language}/`;
    const current = language === locale ? ' aria-current="true"' : '';
    return `<li><a lang="${language}" hreflang="${language}" href="${escapeHtml(path + to)}"${current}>${languages[language]}</a></li>`;
  });
  const name = escapeHtml(website.name);
  const picture = avatarUrl ? `<img src="${escapeHtml(avatarUrl)}" alt="" width="28" height="28">` : '';
  const html = `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)}</title><meta name="description" content="${escapeHtml(page.description)}">${page.isHidden ? '<meta name="robots" content="noindex">' : ''}
<link rel="canonical" href="${escapeHtml(canonical)}">${twins.join('')}
<link rel="alternate" type="application/atom+xml" href="${path}/${locale}/feed.xml" title="${name}"><link rel="search sitemap" type="application/xml" href="${path}/sitemap.xml">${page.markdown ? `<link rel="alternate" type="text/markdown" href="${escapeHtml(path + page.path)}.md">` : ''}
${meta('og:title', page.title)}${meta('og:description', page.description)}${meta('og:type', own ? 'article' : 'website')}${meta('og:url', canonical)}${meta('og:site_name', website.name)}${meta('og:locale', locale)}${avatarUrl.startsWith('/') ? meta('og:image', new URL(avatarUrl, url).href) : ''}
<style>${style}</style></head>
<body><a class="skip" href="#main">${t('skip')}</a>
<header><div class="bar"><a href="${addressIn(centre, locale)}"${page.isHome ? ' aria-current="page"' : ''}>${picture}<bdi>${name}</bdi> <span>${t('help')}</span></a>${choices.length > 1 ? `<details><summary aria-label="${t('language')}: ${languages[locale]}">${languages[locale]}</summary><ul>${choices.join('')}</ul></details>` : ''}</div></header>
<main id="main">${page.body}</main>
<footer><a href="https://${escapeHtml(website.domain)}/">${escapeHtml(t('back', { site: website.domain }))}</a></footer></body></html>`;
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
  return { html, policy };
}

const item = ({ centre }: Visit, { locale, slug, title, summary }: HelpText, withSummary = true): string =>
  `<li><a href="${addressIn(centre, locale, slug)}"><b>${escapeHtml(title)}</b>${withSummary ? `<small>${escapeHtml(summary)}</small>` : ''}</a></li>`;

/** Above what is read: the way back to everything there is, and where it stands in it. */
const crumbs = ({ centre, locale }: Visit, category?: string): string =>
  `<p class="crumbs"><a href="${addressIn(centre, locale)}">${helpCentreTexts(locale)('help')}</a>${category ? ` / ${escapeHtml(category)}` : ''}</p>`;

const homes = ({ offered }: Visit): Map<Language, string> => new Map(offered.map((each) => [each, `/${each}/`]));

/** Everything there is to read, by category. */
export function homePage(visit: Visit, texts: readonly HelpText[], categories: readonly ArticleCategory[]): Page {
  const { locale, centre } = visit;
  const t = helpCentreTexts(locale);
  const shelf = (id: string | null, heading: string): string => {
    const inside = texts.filter(({ categoryId }) => categoryId === id);
    if (inside.length === 0) return '';
    return `<section>${heading ? `<h2>${escapeHtml(heading)}</h2>` : ''}<ul class="list">${inside.map((text) => item(visit, text)).join('')}</ul></section>`;
  };
  const shelves = [
    ...categories.map((category) => shelf(category.id, nameOfCategory(category, locale))),
    shelf(null, ''),
  ].join('');
  const body = `<div class="hero"><h1>${t('how')}</h1>${searchForm(visit)}</div>${shelves ? `<div class="shelves">${shelves}</div>` : `<p>${t('empty')}</p>`}`;
  const title = `${t('help')} · ${centre.website.name}`;
  return framed(visit, {
    title,
    description: `${t('how')} ${title}`,
    path: `/${locale}/`,
    twins: homes(visit),
    body,
    isHome: true,
  });
}

/** Renders the results of a search. */
export function searchPage(visit: Visit, words: string, found: readonly HelpText[]): Page {
  const t = helpCentreTexts(visit.locale);
  const title = t(found.length > 0 ? 'found' : 'nothing', { q: words });
  const list =
    found.length > 0
      ? `<ul class="list">${found.map((text) => item(visit, text)).join('')}</ul>`
      : `<p>${t('nothingHint')}</p>`;
  const body = `<div class="found">${crumbs(visit)}${searchForm(visit, words)}<h1>${escapeHtml(title)}</h1>${list}</div>`;
  const path = `/${visit.locale}/`;
  return framed(visit, { title, description: title, path, twins: homes(visit), body, isHidden: true });
}

export function missingPage(visit: Visit): Page {
  const t = helpCentreTexts(visit.locale);
  const body = `<div class="hero"><h1>${t('notFound')}</h1>${searchForm(visit)}</div>`;
  const path = `/${visit.locale}/`;
  return framed(visit, {
    title: t('notFound'),
    description: t('notFound'),
    path,
    twins: homes(visit),
    body,
    isHidden: true,
  });
}

interface Article {
  text: HelpText;
  /** It in every language that it is in. */
  twins: readonly HelpText[];
  category: ArticleCategory | undefined;
  /** Others of the category. */
  neighbours: readonly HelpText[];
  hasVoted: boolean;
}

export function articlePage(visit: Visit, { text, twins, category, neighbours, hasVoted }: Article): Page {
  const { locale, centre } = visit;
  const t = helpCentreTexts(locale);
  const name = category && nameOfCategory(category, locale);
  const headings = text.body.flatMap((node) =>
    typeof node !== 'string' && node.tag === 'h2' && node.attributes?.['id']
      ? [[node.attributes['id'], wordsOf([node])]]
      : [],
  );
  const hasToc = headings.length > 1;
  const toc = `<nav class="toc" aria-label="${t('onPage')}"><h2>${t('onPage')}</h2><ul>${headings
    .map(([id = '', heading = '']) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(heading)}</a></li>`)
    .join('')}</ul></nav>`;
  const day = text.publishedAt.toISOString().slice(0, 10);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(text.publishedAt);
  const path = `/${locale}/${encodeURIComponent(text.slug)}`;
  const vote = hasVoted
    ? `<p role="status">${t('thanks')}</p>`
    : `<p>${t('helpful')}</p><form method="post" action="${centre.path}${path}"><button name="helpful" value="yes">${t('yes')}</button> <button name="helpful" value="no">${t('no')}</button></form>`;
  const more =
    name && neighbours.length > 0
      ? `<nav class="more" aria-label="${escapeHtml(t('more', { category: name }))}"><h2>${escapeHtml(t('more', { category: name }))}</h2><ul class="list">${neighbours.map((each) => item(visit, each, false)).join('')}</ul></nav>`
      : '';
  const body = `<div class="page${hasToc ? ' has-toc' : ''}"><div>
${crumbs(visit, name)}
<article lang="${text.locale}"><h1>${escapeHtml(text.title)}</h1><p class="when"><time datetime="${day}">${t('updated', { date })}</time></p>
<div class="text">${articleHtml(text.body)}</div></article>
<div class="vote" id="vote">${vote}</div>${more}</div>${hasToc ? toc : ''}</div>`;
  return framed(visit, {
    title: `${text.title} · ${centre.website.name}`,
    description: text.summary || text.title,
    path,
    twins: new Map(twins.map((twin) => [twin.locale, `/${twin.locale}/${encodeURIComponent(twin.slug)}`])),
    body,
    markdown: true,
  });
}
