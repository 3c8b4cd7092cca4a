/** Endpoints for directories, and the tokens they use. */
import { rateLimits } from '@parley/contracts/routes/limits';
import * as routes from '@parley/contracts/routes/scim';
import { resourceTypes, schemas, serviceProviderConfig } from '@parley/core/scim/describe';
import { listDirectoryGroups, updateDirectoryGroup } from '@parley/core/scim/group-mapping';
import {
  addScimGroup,
  deleteScimGroup,
  listScimGroups,
  patchScimGroup,
  readScimGroup,
  replaceScimGroup,
} from '@parley/core/scim/groups';
import { addScimToken, deleteScimToken, listScimTokens } from '@parley/core/scim/tokens';
import {
  addScimUser,
  deleteScimUser,
  listScimUsers,
  patchScimUser,
  readScimUser,
  replaceScimUser,
} from '@parley/core/scim/users';
import { handleRoute } from '../handle-route.ts';
import { jsonReader } from '../plugins/bodies.ts';
import type { RegisterRoutes } from '../routes.ts';

const limits = [{ name: 'scim', by: 'address', ...rateLimits.scimPerAddress }] as const;

export const scimRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listScimTokens, async ({ caller }) => listScimTokens(context, caller));
  handleRoute(app, routes.addScimToken, async ({ body, caller }) => addScimToken(context, caller, body));
  handleRoute(app, routes.deleteScimToken, async ({ params, caller }) => deleteScimToken(context, caller, params.id));

  handleRoute(app, routes.listDirectoryGroups, async ({ caller }) => listDirectoryGroups(context, caller));
  handleRoute(app, routes.updateDirectoryGroup, async ({ params, body, caller }) =>
    updateDirectoryGroup(context, caller, params.id, body),
  );

  const { publicUrl } = context;
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/scim+json', { parseAs: 'buffer' }, jsonReader(app));
    handleRoute(scope, routes.scimServiceProviderConfig, async () => serviceProviderConfig(publicUrl), { limits });
    handleRoute(scope, routes.scimResourceTypes, async () => resourceTypes(publicUrl), { limits });
    handleRoute(scope, routes.scimSchemaList, async () => schemas(publicUrl), { limits });

    handleRoute(scope, routes.listScimUsers, async ({ query }) => listScimUsers(context, query), { limits });
    handleRoute(scope, routes.getScimUser, async ({ params }) => readScimUser(context, params.id), { limits });
    handleRoute(
      scope,
      routes.addScimUser,
      async ({ body, caller, reply }) => {
        const user = await addScimUser(context, caller, body);
        reply.header('location', user.meta.location);
        return user;
      },
      { limits },
    );
    handleRoute(
      scope,
      routes.replaceScimUser,
      async ({ params, body, caller }) => replaceScimUser(context, caller, params.id, body),
      { limits },
    );
    handleRoute(
      scope,
      routes.patchScimUser,
      async ({ params, body, caller }) => patchScimUser(context, caller, params.id, body),
      { limits },
    );
    handleRoute(
      scope,
      routes.deleteScimUser,
      async ({ params, caller }) => deleteScimUser(context, caller, params.id),
      {
        limits,
      },
    );

    handleRoute(scope, routes.listScimGroups, async ({ query }) => listScimGroups(context, query), { limits });
    handleRoute(
      scope,
      routes.getScimGroup,
      async ({ params, query }) => readScimGroup(context, params.id, query.excludedAttributes),
      { limits },
    );
    handleRoute(
      scope,
      routes.addScimGroup,
      async ({ body, caller, reply }) => {
        const group = await addScimGroup(context, caller, body);
        reply.header('location', group.meta.location);
        return group;
      },
      { limits },
    );
    handleRoute(
      scope,
      routes.replaceScimGroup,
      async ({ params, body, caller }) => replaceScimGroup(context, caller, params.id, body),
      { limits },
    );
    handleRoute(
      scope,
      routes.patchScimGroup,
      async ({ params, body, caller }) => patchScimGroup(context, caller, params.id, body),
      { limits },
    );
    handleRoute(
      scope,
      routes.deleteScimGroup,
      async ({ params, caller }) => deleteScimGroup(context, caller, params.id),
      { limits },
    );
  });
};
