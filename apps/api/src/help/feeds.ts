/** Machine-readable parts of the help centre: a sitemap, a feed, each article as Markdown, and an overview of them. */
import { helpCentreTexts } from '@parley/contracts/i18n/catalogues/help-centre';
import type { Language } from '@parley/contracts/text/languages';
import type { HelpText } from '@parley/core/help/library';
import { escapeHtml } from '@parley/contracts/text/rich-html';
import type { Centre } from './centre.ts';

const addressOf = ({ url }: Centre, { locale, slug }: HelpText): string =>
  `${url}/${locale}/${encodeURIComponent(slug)}`;
const head = '<?xml version="1.0" encoding="utf-8"?>\n';

/** https://www.sitemaps.org/protocol.html, with the languages of each page. */
export function sitemap(centre: Centre, texts: readonly HelpText[]): string {
  const byArticle = Map.groupBy(texts, ({ articleId }) => articleId);
  const homes = [...new Set(texts.map(({ locale }) => locale))].map(
    (locale) => `<url><loc>${escapeHtml(`${centre.url}/${locale}/`)}</loc></url>`,
  );
  const pages = texts.map((text) => {
    const twins = (byArticle.get(text.articleId) ?? []).map(
      (twin) => `<xhtml:link rel="alternate" hreflang="${twin.locale}" href="${escapeHtml(addressOf(centre, twin))}"/>`,
    );
    return `<url><loc>${escapeHtml(addressOf(centre, text))}</loc><lastmod>${text.publishedAt.toISOString()}</lastmod>${twins.join('')}</url>`;
  });
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${[...homes, ...pages].join('\n')}</urlset>`;
}

const inFeed = 50;

/** Atom (RFC 4287): what was published last, newest first. */
export function feed(centre: Centre, locale: Language, texts: readonly HelpText[]): string {
  const newest = texts
    .filter((text) => text.locale === locale)
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, inFeed);
  const entries = newest.map((text) => {
    const url = escapeHtml(addressOf(centre, text));
    return `<entry><id>${url}</id><title>${escapeHtml(text.title)}</title><link href="${url}"/><updated>${text.publishedAt.toISOString()}</updated><summary>${escapeHtml(text.summary)}</summary></entry>`;
  });
  const self = escapeHtml(`${centre.url}/${locale}/feed.xml`);
  const updated = (newest[0]?.publishedAt ?? new Date(0)).toISOString();
  return `${head}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}"><id>${self}</id><title>${escapeHtml(`${centre.website.name} · ${helpCentreTexts(locale)('help')}`)}</title><link rel="self" href="${self}"/><link href="${escapeHtml(`${centre.url}/${locale}/`)}"/><author><name>${escapeHtml(centre.website.name)}</name></author><updated>${updated}</updated>${entries.join('\n')}</feed>`;
}

export const markdownOf = ({ title, content }: HelpText): string => `# ${title}\n\n${content}\n`;

/** https://llmstxt.org */
export function llmsTxt(centre: Centre, texts: readonly HelpText[]): string {
  const lines = texts.map(
    (text) =>
      `- [${text.title.replaceAll(/[[\]]/g, '')}](${addressOf(centre, text)}.md): ${text.summary.replaceAll('\n', ' ')}`,
  );
  return `# ${centre.website.name}\n\n> ${helpCentreTexts('en')('help')} of ${centre.website.domain}\n\n## Articles\n\n${lines.join('\n')}\n`;
}
