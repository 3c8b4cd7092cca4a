import * as routes from '@parley/contracts/routes/knowledge';
import { addArticle, deleteArticle, listArticles, updateArticle } from '@parley/core/knowledge/articles';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const articleRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listArticles, async () => listArticles(context));
  handleRoute(app, routes.addArticle, async ({ body, caller }) => addArticle(context, caller, body));
  handleRoute(app, routes.updateArticle, async ({ params, body, caller }) =>
    updateArticle(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteArticle, async ({ params, caller }) => deleteArticle(context, caller, params.id));
};
