import * as routes from '@parley/contracts/routes/proactive';
import { addBanner, deleteBanner, listBanners, updateBanner } from '@parley/core/proactive/banners';
import {
  addProactive,
  deleteProactive,
  listProactive,
  orderProactive,
  reportProactive,
  updateProactive,
} from '@parley/core/proactive/messages';
import { recordProactive } from '@parley/core/proactive/shown';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Without a visitor it is the network that is limited: an office has many. */
const events = { name: 'proactive_event', by: 'address', max: 120, perSeconds: 60 } as const;

export const proactiveRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listProactive, async ({ caller }) => listProactive(context, caller));
  handleRoute(app, routes.addProactive, async ({ body, caller }) => addProactive(context, caller, body));
  handleRoute(app, routes.updateProactive, async ({ params, body, caller }) =>
    updateProactive(context, caller, params.id, body),
  );
  handleRoute(app, routes.orderProactive, async ({ body, caller }) => orderProactive(context, caller, body.ids));
  handleRoute(app, routes.deleteProactive, async ({ params, caller }) => deleteProactive(context, caller, params.id));
  handleRoute(app, routes.reportProactive, async ({ query, caller }) => reportProactive(context, caller, query.days));
  handleRoute(app, routes.recordProactive, async ({ body, website }) => recordProactive(context, website, body), {
    limits: [events],
  });
  handleRoute(app, routes.listBanners, async ({ caller }) => listBanners(context, caller));
  handleRoute(app, routes.addBanner, async ({ body, caller }) => addBanner(context, caller, body));
  handleRoute(app, routes.updateBanner, async ({ params, body, caller }) =>
    updateBanner(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteBanner, async ({ params, caller }) => deleteBanner(context, caller, params.id));
};
