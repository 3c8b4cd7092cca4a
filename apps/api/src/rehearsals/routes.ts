import * as routes from '@parley/contracts/routes/rehearsals';
import {
  addRehearsalTest,
  cancelRehearsal,
  deleteRehearsalTest,
  estimateRehearsal,
  getRehearsal,
  listPublications,
  listRehearsals,
  listRehearsalTests,
  listRows,
  publishRehearsal,
  resumeRehearsal,
  revertPublication,
  startRehearsal,
} from '@parley/core/ai/rehearsal/rehearsals';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const rehearsalRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.estimateRehearsal, async ({ body, caller }) => estimateRehearsal(context, caller, body));
  handleRoute(app, routes.startRehearsal, async ({ body, caller }) => startRehearsal(context, caller, body));
  handleRoute(app, routes.listRehearsals, async ({ caller }) => listRehearsals(context, caller));
  handleRoute(app, routes.getRehearsal, async ({ params, caller }) => getRehearsal(context, caller, params.id));
  handleRoute(app, routes.listRehearsalRows, async ({ params, caller }) => listRows(context, caller, params.id));
  handleRoute(app, routes.cancelRehearsal, async ({ params, caller }) => cancelRehearsal(context, caller, params.id));
  handleRoute(app, routes.resumeRehearsal, async ({ params, body, caller }) =>
    resumeRehearsal(context, caller, params.id, body.budget),
  );
  handleRoute(app, routes.publishRehearsal, async ({ params, caller }) => publishRehearsal(context, caller, params.id));
  handleRoute(app, routes.listPublications, async ({ caller }) => listPublications(context, caller));
  handleRoute(app, routes.revertPublication, async ({ params, caller }) =>
    revertPublication(context, caller, params.id),
  );
  handleRoute(app, routes.listRehearsalTests, async ({ caller }) => listRehearsalTests(context, caller));
  handleRoute(app, routes.addRehearsalTest, async ({ body, caller }) => addRehearsalTest(context, caller, body));
  handleRoute(app, routes.deleteRehearsalTest, async ({ params, caller }) =>
    deleteRehearsalTest(context, caller, params.id),
  );
};
