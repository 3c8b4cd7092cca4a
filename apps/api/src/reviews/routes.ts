import * as routes from '@parley/contracts/routes/reviews';
import { answerReview, listReviews, saveReview, settleReview, startReview } from '@parley/core/reviews/reviews';
import { addScorecard, deleteScorecard, listScorecards, updateScorecard } from '@parley/core/reviews/scorecards';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const reviewRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listScorecards, async ({ caller }) => listScorecards(context, caller));
  handleRoute(app, routes.addScorecard, async ({ body, caller, reply }) => {
    const scorecard = await addScorecard(context, caller, body);
    reply.code(201);
    return scorecard;
  });
  handleRoute(app, routes.updateScorecard, async ({ params, body, caller }) =>
    updateScorecard(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteScorecard, async ({ params, caller }) => deleteScorecard(context, caller, params.id));
  handleRoute(app, routes.listReviews, async ({ query, caller }) => listReviews(context, caller, query));
  handleRoute(app, routes.startReview, async ({ body, caller, reply }) => {
    const review = await startReview(context, caller, body);
    reply.code(201);
    return review;
  });
  handleRoute(app, routes.saveReview, async ({ params, body, caller }) => saveReview(context, caller, params.id, body));
  handleRoute(app, routes.settleReview, async ({ params, body, caller }) =>
    settleReview(context, caller, params.id, body.status),
  );
  handleRoute(app, routes.answerReview, async ({ params, body, caller }) =>
    answerReview(context, caller, params.id, body.text),
  );
};
