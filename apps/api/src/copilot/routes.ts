import {
  KnowledgeAnswer,
  MessageTranslation,
  OutgoingTranslation,
  Rewritten,
  Summary,
} from '@parley/contracts/assistant/copilot';
import * as routes from '@parley/contracts/routes/copilot';
import { askCopilot } from '@parley/core/ai/copilot/ask-worker';
import { offeredCopilot, requireFeatureIn } from '@parley/core/ai/copilot/offered';
import { readSummary } from '@parley/core/ai/copilot/summary';
import { chooseTranslated, listTranslated } from '@parley/core/conversations/translated';
import { requesterOf } from '@parley/core/permissions/requester';
import * as Type from 'typebox';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each may cost a model call or three. */
const asking = { limits: [{ name: 'copilot', by: 'caller', max: 60, perSeconds: 60 }] } as const;

export const copilotRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.getCopilot, async () => offeredCopilot(context));

  handleRoute(app, routes.getSummary, async ({ params, query, caller }) => ({
    summary: await readSummary(context, caller, params.id, query.language),
  }));

  handleRoute(
    app,
    routes.summarise,
    async ({ params: { id: conversationId }, body: { language }, caller }) => {
      await requireFeatureIn(context, 'summaries', conversationId);
      return askCopilot(
        context,
        conversationId,
        { task: 'summary', conversationId, language, ...requesterOf(caller) },
        Summary,
      );
    },
    asking,
  );

  handleRoute(
    app,
    routes.rewriteText,
    async ({ params: { id: conversationId }, body, caller }) => {
      await requireFeatureIn(context, 'rewriting', conversationId);
      return askCopilot(
        context,
        conversationId,
        { task: 'rewrite', conversationId, ...body, ...requesterOf(caller) },
        Rewritten,
      );
    },
    asking,
  );

  handleRoute(
    app,
    routes.proposeTags,
    async ({ params: { id: conversationId }, caller }) => {
      await requireFeatureIn(context, 'tags', conversationId);
      const answer = routes.proposeTags.responses[200];
      return askCopilot(context, conversationId, { task: 'tags', conversationId, ...requesterOf(caller) }, answer);
    },
    asking,
  );

  handleRoute(
    app,
    routes.translateMessages,
    async ({ params: { id: conversationId }, body, caller }) => {
      await requireFeatureIn(context, 'translation', conversationId);
      const task = { task: 'translations', conversationId, ...body, ...requesterOf(caller) } as const;
      return askCopilot(context, conversationId, task, Type.Array(MessageTranslation));
    },
    asking,
  );

  handleRoute(app, routes.chooseTranslated, async ({ params, body, caller }) =>
    chooseTranslated(context, caller, params.id, body.isOn),
  );
  handleRoute(app, routes.listTranslated, async ({ caller }) => listTranslated(context, caller));

  handleRoute(
    app,
    routes.translateOutgoing,
    async ({ params: { id: conversationId }, body, caller }) => {
      await requireFeatureIn(context, 'translation', conversationId);
      const task = { task: 'outgoing', conversationId, ...body, ...requesterOf(caller) } as const;
      return askCopilot(context, conversationId, task, OutgoingTranslation);
    },
    asking,
  );

  handleRoute(
    app,
    routes.askKnowledge,
    async ({ body, caller }) =>
      askCopilot(context, caller.user.id, { task: 'answer', ...requesterOf(caller), ...body }, KnowledgeAnswer),
    asking,
  );
};
