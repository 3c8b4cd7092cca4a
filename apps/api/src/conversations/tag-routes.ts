import * as routes from '@parley/contracts/routes/tags';
import { addTag, countTagUses, deleteTag, listTags, mergeTag, updateTag } from '@parley/core/conversations/tags';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits new tags: every user may add them, and a broken script must not fill the list in a minute. */
const adding = { name: 'tags', by: 'caller', max: 60, perSeconds: 60 } as const;

export const tagRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listTags, async () => listTags(context));
  handleRoute(app, routes.countTagUses, async ({ caller }) => countTagUses(context, caller));
  handleRoute(
    app,
    routes.addTag,
    async ({ body, caller, reply }) => {
      const { tag, added } = await addTag(context, caller, body);
      reply.code(added ? 201 : 200);
      return tag;
    },
    { limits: [adding] },
  );
  handleRoute(app, routes.updateTag, async ({ params, body, caller }) => updateTag(context, caller, params.id, body));
  handleRoute(app, routes.mergeTag, async ({ params, body, caller }) =>
    mergeTag(context, caller, params.id, body.into),
  );
  handleRoute(app, routes.deleteTag, async ({ params, caller }) => deleteTag(context, caller, params.id));
};
