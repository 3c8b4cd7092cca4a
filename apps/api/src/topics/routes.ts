import * as routes from '@parley/contracts/routes/topics';
import { listTopics, mergeTopic, tagTopic, updateTopic } from '@parley/core/ai/clusters/topics';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const topicRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listTopics, async ({ caller }) => listTopics(context, caller));
  handleRoute(app, routes.updateTopic, async ({ params, body, caller }) =>
    updateTopic(context, caller, params.id, body),
  );
  handleRoute(app, routes.mergeTopic, async ({ params, body, caller }) =>
    mergeTopic(context, caller, params.id, body.into),
  );
  handleRoute(app, routes.tagTopic, async ({ params, caller, reply }) => {
    const batch = await tagTopic(context, caller, params.id);
    reply.code(201);
    return batch;
  });
};
