import { RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import * as routes from '@parley/contracts/routes/answers';
import {
  approvePassage,
  listAnswers,
  listSuspendedPassages,
  markSentenceWrong,
  readCosts,
  readMessageSources,
} from '@parley/core/ai/answers';
import { askCopilot } from '@parley/core/ai/copilot/ask-worker';
import { listModels } from '@parley/core/ai/model-settings';
import { readAssistantState } from '@parley/core/ai/only-from-sources';
import { requesterOf } from '@parley/core/permissions/requester';
import { findHandOff } from '@parley/db/ai/hand-offs';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const answerRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.getMessageSources, async ({ params, caller }) =>
    readMessageSources(context, caller, params.id, params.seq),
  );
  handleRoute(app, routes.markSentenceWrong, async ({ params, body, caller }) =>
    markSentenceWrong(context, caller, params.id, params.seq, body.place),
  );
  handleRoute(app, routes.listAnswers, async ({ query, caller }) => listAnswers(context, caller, query));
  handleRoute(app, routes.listSuspendedPassages, async ({ caller }) => listSuspendedPassages(context, caller));
  handleRoute(app, routes.approvePassage, async ({ params, caller }) => approvePassage(context, caller, params.id));
  handleRoute(app, routes.getAnswerCosts, async ({ caller }) => readCosts(context, caller));
  handleRoute(app, routes.getAssistantState, async ({ caller }) => readAssistantState(context, caller));
  handleRoute(app, routes.listAssistantModels, async ({ caller }) => listModels(context, caller));
  handleRoute(
    app,
    routes.tryAssistant,
    async ({ body, caller }) => {
      const task = { task: 'try', ...requesterOf(caller), userId: caller.user.id, ...body } as const;
      return askCopilot(context, caller.user.id, task, RehearsedAnswer);
    },
    { limits: [{ name: 'try-assistant', by: 'caller', max: 30, perSeconds: 60 }] },
  );
  handleRoute(app, routes.getHandOff, async ({ params }) => (await findHandOff(context.db, params.id))?.packet ?? null);
};
