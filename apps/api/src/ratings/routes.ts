/** Ratings: the team's list, the widget's answer, and the page behind the links of mails and channels. */
import * as routes from '@parley/contracts/routes/ratings';
import { listRatings, rateAsVisitor, rateByToken, readRatingPage } from '@parley/core/ratings/rate';
import { detectLanguage } from '@parley/core/text/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handleRoute } from '../handle-route.ts';
import { isOverOrThrow, sendLinkPage } from '../mail/link-page.ts';
import type { RegisterRoutes } from '../routes.ts';
import { overPage, ratingPageOf } from './page.ts';

const visiting = { name: 'rating_page', by: 'address', max: 60, perSeconds: 60 } as const;
const rating = { name: 'rating', by: 'caller', max: 30, perSeconds: 60 } as const;

export const ratingRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listRatings, async ({ query, caller }) => listRatings(context, caller, query));
  handleRoute(
    app,
    routes.rateAsVisitor,
    async ({ params, body, caller }) => rateAsVisitor(context, caller, { id: params.id, answer: body }),
    { limits: [rating] },
  );

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, answerIn(new URLSearchParams(String(body))));
    });
    // Only the button answers: programs that look at the links of mails must not vote.
    handleRoute(
      scope,
      routes.ratingPage,
      async ({ query, request, reply }) => answer(request, reply, { ...query, isThanked: false }),
      { limits: [visiting] },
    );
    handleRoute(
      scope,
      routes.rateByLink,
      async ({ query, body, request, reply }) => {
        const isOver = await rateByToken(context, query.token, body).then(() => false, isOverOrThrow);
        return isOver ? overAnswer(request, reply) : answer(request, reply, { token: query.token, isThanked: true });
      },
      { limits: [visiting] },
    );
  });

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, score, isThanked }: { token: string; score?: string | undefined; isThanked: boolean },
  ): Promise<FastifyReply> {
    const page = await readRatingPage(context, token).catch((error: unknown) => (isOverOrThrow(error), undefined));
    return page
      ? sendLinkPage(reply, ratingPageOf(page, { token, chosen: score, isThanked }))
      : overAnswer(request, reply);
  }
};

const overAnswer = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendLinkPage(reply.code(404), overPage(detectLanguage('', request.headers['accept-language'])));

/** Returns the fields of the page's form as an answer; those left empty keep what was answered before. */
function answerIn(form: URLSearchParams): Record<string, unknown> {
  const reasons = form.getAll('reason');
  const comment = form.get('comment')?.replaceAll('\r\n', '\n').trim();
  return {
    score: Number(form.get('score')),
    ...(reasons.length > 0 && { reasons }),
    ...(comment && { comment }),
  };
}
