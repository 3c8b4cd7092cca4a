import * as routes from '@parley/contracts/routes/rules';
import { callRule } from '@parley/core/integrations/rules/called';
import {
  addRule,
  deleteRule,
  listRuleRuns,
  listRules,
  orderRules,
  renewRuleAddress,
  updateRule,
} from '@parley/core/integrations/rules/manage';
import { testRule } from '@parley/core/integrations/rules/test';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** A test reads some thousand events. */
const testing = { name: 'rule-tests', by: 'caller', max: 20, perSeconds: 60 } as const;
const calling = { name: 'rule-calls', by: 'address', max: 600, perSeconds: 60 } as const;

export const ruleRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listRules, async ({ caller }) => listRules(context, caller));
  handleRoute(app, routes.addRule, async ({ body, caller, reply }) => {
    const rule = await addRule(context, caller, body);
    reply.code(201);
    return rule;
  });
  handleRoute(app, routes.orderRules, async ({ body, caller }) => orderRules(context, caller, body.ids));
  handleRoute(app, routes.testRule, async ({ body, caller }) => testRule(context, caller, body), { limits: [testing] });
  handleRoute(app, routes.updateRule, async ({ params, body, caller }) => updateRule(context, caller, params.id, body));
  handleRoute(app, routes.deleteRule, async ({ params, caller }) => deleteRule(context, caller, params.id));
  handleRoute(app, routes.listRuleRuns, async ({ params, query, caller }) =>
    listRuleRuns(context, caller, params.id, query),
  );
  handleRoute(app, routes.renewRuleAddress, async ({ params, caller }) => renewRuleAddress(context, caller, params.id));
  handleRoute(
    app,
    routes.callRule,
    async ({ params, body, reply }) => {
      const called = await callRule(context, params.key, body);
      reply.code(202);
      return called;
    },
    { limits: [calling] },
  );
};
