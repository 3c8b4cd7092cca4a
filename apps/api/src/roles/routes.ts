import * as roleRoutes from '@parley/contracts/routes/roles';
import * as teamRoutes from '@parley/contracts/routes/teams';
import { previewRouting } from '@parley/core/routing/preview';
import { addRole, deleteRole, listRoles, updateRole } from '@parley/core/users/roles';
import { addTeam, deleteTeam, listTeams, updateTeam } from '@parley/core/users/teams';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const rolesRoutes: RegisterRoutes = (app, { context, sessionCache }) => {
  handleRoute(app, roleRoutes.listRoles, async () => listRoles(context));
  handleRoute(app, roleRoutes.addRole, async ({ body, caller, reply }) => {
    const role = await addRole(context, caller, body);
    reply.code(201);
    return role;
  });
  handleRoute(app, roleRoutes.updateRole, async ({ params, body, caller }) => {
    const role = await updateRole(context, caller, params.id, body);
    sessionCache.forgetAll();
    return role;
  });
  handleRoute(app, roleRoutes.deleteRole, async ({ params, caller }) => deleteRole(context, caller, params.id));

  handleRoute(app, teamRoutes.listTeams, async () => listTeams(context));
  handleRoute(app, teamRoutes.addTeam, async ({ body, caller, reply }) => {
    const team = await addTeam(context, caller, body);
    sessionCache.forgetAll();
    reply.code(201);
    return team;
  });
  handleRoute(app, teamRoutes.updateTeam, async ({ params, body, caller }) => {
    const team = await updateTeam(context, caller, params.id, body);
    sessionCache.forgetAll();
    return team;
  });
  handleRoute(app, teamRoutes.previewRouting, async ({ params, body, caller }) =>
    previewRouting(context, caller, params.id, body.routing),
  );
  handleRoute(app, teamRoutes.deleteTeam, async ({ params, caller }) => {
    await deleteTeam(context, caller, params.id);
    sessionCache.forgetAll();
  });
};
