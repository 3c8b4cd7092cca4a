/** Forms: the team's list, the one that a website asks for before the chat, and the page behind their links. */
import { checkAnswers } from '@parley/contracts/forms/answers';
import { Problem } from '@parley/contracts/problems';
import * as routes from '@parley/contracts/routes/forms';
import { addForm, deleteForm, listForms, updateForm } from '@parley/core/forms/forms';
import { answerFormByLink, answersOf, readFormPage } from '@parley/core/messages/answer-form';
import { detectLanguage } from '@parley/core/text/language';
import { formBeforeChat } from '@parley/core/visitors/setup';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handleRoute } from '../handle-route.ts';
import { isOverOrThrow, sendLinkPage } from '../mail/link-page.ts';
import type { RegisterRoutes } from '../routes.ts';
import { formPageOf, overPage, sentPage } from './page.ts';

const visiting = { name: 'form_page', by: 'address', max: 60, perSeconds: 60 } as const;

export const formRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listForms, async () => listForms(context));
  handleRoute(app, routes.addForm, async ({ body, caller, reply }) => {
    reply.code(201);
    return addForm(context, caller, body);
  });
  handleRoute(app, routes.updateForm, async ({ params, body, caller }) => updateForm(context, caller, params.id, body));
  handleRoute(app, routes.deleteForm, async ({ params, caller }) => deleteForm(context, caller, params.id));
  handleRoute(
    app,
    routes.getVisitorForm,
    async ({ params, query, website }) => formBeforeChat(context, website, { ...params, ...query }),
    { limits: [{ ...visiting, name: 'visitor_form' }] },
  );

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, { values: [...new URLSearchParams(String(body))].map(([field, value]) => ({ field, value })) });
    });
    handleRoute(
      scope,
      routes.formPage,
      async ({ query: { token }, request, reply }) => {
        const page = await readFormPage(context, token).catch((error: unknown) => (isOverOrThrow(error), undefined));
        if (!page) return overAnswer(request, reply);
        if (page.isAnswered) return sendLinkPage(reply, sentPage(page.language));
        return sendLinkPage(reply, formPageOf(page, { token, values: new Map(), faults: [] }));
      },
      { limits: [visiting] },
    );
    handleRoute(
      scope,
      routes.answerFormByLink,
      async ({ query: { token }, body, request, reply }) => {
        const page = await readFormPage(context, token).catch((error: unknown) => (isOverOrThrow(error), undefined));
        if (!page) return overAnswer(request, reply);
        if (page.isAnswered) return sendLinkPage(reply, sentPage(page.language));
        const answers = answersOf(page.form, body.values);
        const { faults } = checkAnswers(page.form.fields, answers);
        if (faults.length > 0) {
          const values = new Map(answers.map(({ field, value }) => [field, value]));
          return sendLinkPage(reply.code(422), formPageOf(page, { token, values, faults }));
        }
        await answerFormByLink(context, token, body.values).catch((error: unknown) => {
          // Answered by another call in the meantime.
          if (!(error instanceof Problem && error.code === 'conflict')) throw error;
        });
        return sendLinkPage(reply, sentPage(page.language));
      },
      { limits: [visiting] },
    );
  });
};

const overAnswer = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendLinkPage(reply.code(404), overPage(detectLanguage('', request.headers['accept-language'])));
