import * as routes from '@parley/contracts/routes/attributes';
import {
  addAttribute,
  attributesOf,
  deleteAttribute,
  listAttributes,
  setAttributes,
  updateAttribute,
} from '@parley/core/conversations/attributes';
import { setByPage } from '@parley/core/visitors/attributes';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits pages that set the same attributes repeatedly, or run wild. */
const pages = { name: 'visitor_attributes', by: 'caller', max: 30, perSeconds: 60 } as const;

export const attributeRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listAttributes, async () => listAttributes(context));
  handleRoute(app, routes.addAttribute, async ({ body, caller, reply }) => {
    const attribute = await addAttribute(context, caller, body);
    reply.code(201);
    return attribute;
  });
  handleRoute(app, routes.updateAttribute, async ({ params, body, caller }) =>
    updateAttribute(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteAttribute, async ({ params, caller }) => deleteAttribute(context, caller, params.id));
  handleRoute(app, routes.getAttributesOf, async ({ params, caller }) => attributesOf(context, caller, params.id));
  handleRoute(app, routes.setAttributes, async ({ params, body, caller }) =>
    setAttributes(context, caller, params.id, body.values),
  );
  handleRoute(app, routes.setVisitorAttributes, async ({ body, caller }) => setByPage(context, caller, body.values), {
    limits: [pages],
  });
};
