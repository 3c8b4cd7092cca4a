import * as routes from '@parley/contracts/routes/tools';
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

export const toolRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listTools, async () => listTools(context));
  handleRoute(app, routes.addTool, async ({ body, caller }) => addTool(context, caller, body));
  handleRoute(app, routes.updateTool, async ({ params, body, caller }) => updateTool(context, caller, params.id, body));
  handleRoute(app, routes.deleteTool, async ({ params, caller }) => deleteTool(context, caller, params.id));
  handleRoute(app, routes.tryTool, async ({ params, body, caller }) => tryTool(context, caller, params.id, body));
  handleRoute(app, routes.listToolCalls, async ({ params }) => recentCalls(context, params.id));
  handleRoute(app, routes.readToolHosts, async () => readHosts(context));
  handleRoute(app, routes.replaceToolHosts, async ({ body, caller }) => replaceHosts(context, caller, body.hosts));
  handleRoute(app, routes.listToolServers, async () => listServers(context));
  handleRoute(app, routes.addToolServer, async ({ body, caller }) => addServer(context, caller, body));
  handleRoute(app, routes.updateToolServer, async ({ params, body, caller }) =>
    updateServer(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteToolServer, async ({ params, caller }) => deleteServer(context, caller, params.id));
  handleRoute(app, routes.listOfferedTools, async ({ params }) => askServer(context, params.id));
};
