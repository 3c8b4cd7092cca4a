import * as routes from '@parley/contracts/routes/tools';
import { listCards, loadCard } from '@parley/core/ai/tools/cards';
import { addTool, deleteTool, listTools, recentCalls, tryTool, updateTool } from '@parley/core/ai/tools/definitions';
import {
  addServer,
  askServer,
  deleteServer,
  listServers,
  readHosts,
  replaceHosts,
  updateServer,
} from '@parley/core/ai/tools/servers';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits calls of other systems by the customer panel. */
const loading = { name: 'load-card', by: 'caller', max: 120, perSeconds: 60 } as const;

export const toolRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listTools, async ({ caller }) => listTools(context, caller));
  handleRoute(app, routes.addTool, async ({ body, caller }) => addTool(context, caller, body));
  handleRoute(app, routes.updateTool, async ({ params, body, caller }) => updateTool(context, caller, params.id, body));
  handleRoute(app, routes.deleteTool, async ({ params, caller }) => deleteTool(context, caller, params.id));
  handleRoute(app, routes.tryTool, async ({ params, body, caller }) => tryTool(context, caller, params.id, body));
  handleRoute(app, routes.listToolCalls, async ({ params, caller }) => recentCalls(context, caller, params.id));
  handleRoute(app, routes.listCards, async ({ caller }) => listCards(context, caller));
  handleRoute(
    app,
    routes.loadCard,
    async ({ params, caller }) => loadCard(context, caller, { conversationId: params.id, toolId: params.toolId }),
    { limits: [loading] },
  );
  handleRoute(app, routes.readToolHosts, async ({ caller }) => readHosts(context, caller));
  handleRoute(app, routes.replaceToolHosts, async ({ body, caller }) =>
    replaceHosts(context, caller, body.hosts, body.expected),
  );
  handleRoute(app, routes.listToolServers, async ({ caller }) => listServers(context, caller));
  handleRoute(app, routes.addToolServer, async ({ body, caller }) => addServer(context, caller, body));
  handleRoute(app, routes.updateToolServer, async ({ params, body, caller }) =>
    updateServer(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteToolServer, async ({ params, caller }) => deleteServer(context, caller, params.id));
  handleRoute(app, routes.listOfferedTools, async ({ params, caller }) => askServer(context, caller, params.id));
};
