/** The public help centre under `/help`: pages drawn from what is published, for anybody and for verified customers. */
import { createHash } from 'node:crypto';
import { isLanguage, type Language, languageCodes, languageOf } from '@parley/contracts/text/languages';
import { searchMaxLength } from '@parley/contracts/filter/limits';
import { detectLanguage } from '@parley/core/text/language';
import * as library from '@parley/core/help/library';
import { lookOf } from '@parley/contracts/settings/look';
import { rememberFruitless } from '@parley/core/help/todos';
import { voteFor, voterAt } from '@parley/core/help/reading';
import { listWebsites } from '@parley/db/websites/websites';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, limitByAddress } from '../plugins/rate-limits.ts';
import { pathWithin, redirectTo } from '../redirect.ts';
import type { RegisterRoutes } from '../routes.ts';
import { type Centre, centreAt, customerCookie, isCustomer } from './centre.ts';
import { feed, llmsTxt, markdownOf, sitemap } from './feeds.ts';
import { articlePage, homePage, missingPage, type Page, searchPage, type Visit } from './page.ts';

const visits = { name: 'help_visit', by: 'address', max: 600, perSeconds: 60, passWithoutRedis: true } as const;
const votes = { name: 'help_vote', by: 'address', max: 30, perSeconds: 60 } as const;
const cookieName = 'parley_help';

interface Asked {
  centre: Centre;
  reader: library.Reader;
  shelf: library.Shelf;
  /** Articles that this reader may see, in all languages. */
  mine: library.HelpText[];
  /** Below the language. */
  rest: string;
  /** False where the address says none. */
  hasLanguage: boolean;
}

export const helpSite: RegisterRoutes = (app, { context }) => {
  async function ask(request: FastifyRequest): Promise<Asked | undefined> {
    const path = decoded(request.url.split('?')[0]?.replace(/^\/help\/?/, '') ?? '');
    const at = path === undefined ? undefined : await centreAt(context, request.host, path);
    if (!at) return undefined;
    const { centre } = at;
    const isVerified = await isCustomer(context, centre.website, request.cookies[cookieName]);
    const [, code = '', rest = ''] = /^([a-z]{2})(?:\/(.*))?$/s.exec(at.rest) ?? [];
    const hasLanguage = isLanguage(code);
    const shelf = await library.readShelf(context);
    const who = { audience: isVerified ? ('customers' as const) : ('public' as const), websiteId: centre.website.id };
    const mine = shelf.texts.filter((text) => library.isFor(text, who));
    const locale = hasLanguage ? code : wanted(request, mine);
    return { centre, reader: { ...who, locale }, shelf, mine, rest: hasLanguage ? rest : at.rest, hasLanguage };
  }

  async function visitOf({ centre, reader, mine }: Asked): Promise<Visit> {
    const { primaryColor, avatarUrl } = lookOf(await context.settings.read(), centre.website);
    const written = new Set(mine.map(({ locale }) => locale));
    const offered = languageCodes.filter((code) => written.has(code));
    return {
      centre,
      locale: reader.locale,
      offered,
      accent: primaryColor,
      avatarUrl,
    };
  }

  function send(request: FastifyRequest, reply: FastifyReply, asked: Asked, type: string, text: string): FastifyReply {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    reply
      .type(`${type}; charset=utf-8`)
      .header('vary', 'Cookie, Accept-Language')
      .header('etag', etag)
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('cache-control', asked.reader.audience === 'public' ? 'no-cache' : 'private, no-cache');
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
  }

  const sendPage = (request: FastifyRequest, reply: FastifyReply, asked: Asked, { html, policy }: Page): FastifyReply =>
    send(request, reply.header('content-security-policy', policy), asked, 'text/html', html);

  async function sendMissing(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
    return sendPage(request, reply.code(404), asked, missingPage(await visitOf(asked)));
  }

  async function sendArticle(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
    const { centre, reader, shelf, mine, rest } = asked;
    const wantsMarkdown = rest.endsWith('.md');
    const slug = wantsMarkdown ? rest.slice(0, -'.md'.length) : rest;
    const text = library.textBySlug(shelf, reader, slug);
    if (!text) return sendMissing(request, reply, asked);
    // A slug that it had, or has in another language.
    if (text.slug !== slug || text.locale !== reader.locale) {
      const place = `${centre.path}/${text.locale}/${encodeURIComponent(text.slug)}${wantsMarkdown ? '.md' : ''}`;
      return redirectTo(reply.header('vary', 'Cookie'), place, text.locale === reader.locale ? 301 : 302);
    }
    if (wantsMarkdown) return send(request, reply, asked, 'text/markdown', markdownOf(text));
    const category = shelf.categories.find(({ id }) => id === text.categoryId);
    const neighbours = library
      .textsFor(shelf, reader)
      .filter((each) => category && each.categoryId === category.id && each.articleId !== text.articleId)
      .slice(0, 5);
    const twins = mine.filter(({ articleId }) => articleId === text.articleId);
    const hasVoted = queryOf(request).has('voted');
    return sendPage(
      request,
      reply,
      asked,
      articlePage(await visitOf(asked), { text, twins, category, neighbours, hasVoted }),
    );
  }

  async function sendHome(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
    const { reader, shelf } = asked;
    const words = (queryOf(request).get('q') ?? '').trim().slice(0, searchMaxLength);
    const visit = await visitOf(asked);
    if (words === '') {
      return sendPage(request, reply, asked, homePage(visit, library.textsFor(shelf, reader), shelf.categories));
    }
    const found = library.searchShelf(shelf, reader, words);
    if (found.length === 0) await rememberFruitless(context, words, reader.locale);
    return sendPage(request, reply, asked, searchPage(visit, words, found));
  }

  /** By the token with which the website's own server vouches for its customer, to where they wanted to go. */
  async function enter(request: FastifyRequest, reply: FastifyReply, { centre }: Asked): Promise<FastifyReply> {
    const query = queryOf(request);
    const cookie = await customerCookie(context, centre.website, query.get('token') ?? '');
    // Within the centre and nowhere else.
    const place = pathWithin('/help/', query.get('to') ?? '') ?? `${centre.path}/`;
    if (cookie) {
      reply.setCookie(cookieName, cookie.value, {
        path: '/help',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: cookie.seconds,
      });
    }
    return redirectTo(reply.header('referrer-policy', 'no-referrer'), place, 303);
  }

  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await limitByAddress(request, reply, [visits]);
    const asked = await ask(request);
    if (!asked) return reply.code(404).type('text/plain').send('Not found\n');
    const { centre, mine, rest, hasLanguage, reader } = asked;
    if (!hasLanguage) {
      if (rest === 'enter') return enter(request, reply, asked);
      if (rest === 'sitemap.xml')
        return send(request, reply, asked, 'application/xml', sitemap(centre, publicOnly(mine)));
      if (rest === 'llms.txt') return send(request, reply, asked, 'text/plain', llmsTxt(centre, publicOnly(mine)));
      if (rest !== '') return sendMissing(request, reply, asked);
      return redirectTo(reply.header('vary', 'Cookie, Accept-Language'), `${centre.path}/${reader.locale}/`, 302);
    }
    if (rest === 'feed.xml') {
      return send(request, reply, asked, 'application/atom+xml', feed(centre, reader.locale, publicOnly(mine)));
    }
    return rest === '' ? sendHome(request, reply, asked) : sendArticle(request, reply, asked);
  };
  // Called by a proxy that gets certificates on demand.
  app.get<{ Querystring: { domain?: string } }>('/help/known-host', async (request, reply) => {
    await limitByAddress(request, reply, [visits]);
    const domain = request.query.domain?.toLowerCase();
    const isKnown =
      domain && (await listWebsites(context.db)).some(({ isActive, help }) => isActive && help.host === domain);
    return reply
      .code(isKnown ? 200 : 404)
      .type('text/plain')
      .send(isKnown ? 'Known\n' : 'Unknown\n');
  });
  app.get('/help', show);
  app.get('/help/*', show);

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post('/help/*', async (request, reply) => {
      await limitByAddress(request, reply, [votes]);
      const asked = await ask(request);
      const text = asked && library.textBySlug(asked.shelf, asked.reader, asked.rest);
      if (!asked || !text) return reply.code(404).type('text/plain').send('Not found\n');
      const helpful = request.body instanceof URLSearchParams ? request.body.get('helpful') : null;
      if (helpful === 'yes' || helpful === 'no') {
        const voter = voterAt(context, addressOf(request), request.headers['user-agent']);
        await voteFor(context, text, voter, helpful === 'yes');
      }
      return redirectTo(reply, `${asked.centre.path}/${text.locale}/${encodeURIComponent(text.slug)}?voted#vote`, 303);
    });
  });
};

/** Programs ask without a cookie, and what they are told is for everybody. */
const publicOnly = (texts: readonly library.HelpText[]): library.HelpText[] =>
  texts.filter(({ audience }) => audience === 'public');

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The first of the browser's languages that something is written in; else English or whatever there is. */
function wanted({ headers }: FastifyRequest, texts: readonly library.HelpText[]): Language {
  const written = new Set(texts.map(({ locale }) => locale));
  const asked = (headers['accept-language'] ?? '').split(',').flatMap((each) => languageOf(each.trim()) ?? []);
  const [any] = written;
  const fallback = written.size === 0 || written.has('en') ? detectLanguage('', headers['accept-language']) : any;
  return asked.find((language) => written.has(language)) ?? (written.has('en') ? 'en' : fallback) ?? 'en';
}
