import * as routes from '@parley/contracts/routes/help';
import * as articles from '@parley/core/help/articles';
import { findHelp, readHelp, recordArticleRead, voteByVisitor } from '@parley/core/help/reading';
import { listTodos, settleTodo } from '@parley/core/help/todos';
import { handleRoute } from '../handle-route.ts';
import { addressOf } from '../plugins/rate-limits.ts';
import type { RegisterRoutes } from '../routes.ts';

const reads = { name: 'help_read', by: 'caller', max: 240, perSeconds: 60, passWithoutRedis: true } as const;
const votes = { name: 'help_vote', by: 'address', max: 30, perSeconds: 60 } as const;

export const helpRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listHelpArticles, async () => articles.listHelpArticles(context));
  handleRoute(app, routes.listPublishedArticles, async () => articles.listPublishedArticles(context));
  handleRoute(app, routes.getHelpArticle, async ({ params }) => articles.readHelpArticle(context, params.id));
  handleRoute(app, routes.beginArticle, async ({ body, caller }) => articles.beginArticle(context, caller, body));
  handleRoute(app, routes.placeArticle, async ({ params, body, caller }) =>
    articles.placeArticle(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteArticle, async ({ params, caller }) =>
    articles.deleteArticle(context, caller, params.id),
  );
  handleRoute(app, routes.writeTranslation, async ({ params, body, caller }) =>
    articles.writeTranslation(context, caller, params, body),
  );
  handleRoute(app, routes.decideTranslation, async ({ params, body, caller }) =>
    articles.decideTranslation(context, caller, params, body),
  );
  handleRoute(app, routes.listVersions, async ({ params }) => articles.listVersions(context, params.id, params.locale));
  handleRoute(app, routes.previewArticle, async ({ body }) => ({ body: articles.previewArticle(body.content) }));
  handleRoute(app, routes.addArticlePicture, async ({ body, caller }) => ({
    url: await articles.addPicture(context, caller, body.picture),
  }));
  handleRoute(app, routes.listCategories, async () => articles.listCategories(context));
  handleRoute(app, routes.setCategories, async ({ body, caller }) => articles.setCategories(context, caller, body));
  handleRoute(app, routes.listHelpTodos, async ({ query, caller }) => listTodos(context, caller, query.state));
  handleRoute(app, routes.settleHelpTodo, async ({ params, body, caller }) =>
    settleTodo(context, caller, params, body.state),
  );

  handleRoute(
    app,
    routes.findHelp,
    async ({ query, website, caller }) =>
      findHelp(
        context,
        { website, caller, locale: query.locale },
        {
          words: (query.q ?? '').trim(),
          isTyping: query.typing === true,
          page: query.page,
        },
      ),
    { limits: [reads] },
  );
  handleRoute(
    app,
    routes.readHelp,
    async ({ params, query, website, caller }) =>
      readHelp(context, { website, caller, locale: query.locale }, params.slug),
    { limits: [reads] },
  );
  handleRoute(
    app,
    routes.voteHelp,
    async ({ params, body, website, caller, request }) =>
      voteByVisitor(context, { website, caller, locale: body.locale }, params.slug, {
        helpful: body.helpful,
        network: addressOf(request),
        browser: request.headers['user-agent'],
      }),
    { limits: [votes] },
  );
  handleRoute(
    app,
    routes.recordArticleRead,
    async ({ params, body, website, caller }) =>
      recordArticleRead(context, { website, caller, locale: body.locale }, params.slug),
    { limits: [reads] },
  );
};
