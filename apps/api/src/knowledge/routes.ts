import * as routes from '@parley/contracts/routes/knowledge';
import { addArticle, deleteArticle, listArticles, updateArticle } from '@parley/core/knowledge/articles';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';

export const articleRoutes: RegisterRoutes = (app, { context }) => {
  handle(app, routes.listArticles, async () => listArticles(context));
  handle(app, routes.addArticle, async ({ body, caller }) => addArticle(context, caller, body));
  handle(app, routes.updateArticle, async ({ params, body, caller }) =>
    updateArticle(context, caller, params.id, body),
  );
  handle(app, routes.deleteArticle, async ({ params, caller }) => deleteArticle(context, caller, params.id));
};
