import { Problem } from '@parley/contracts/problems';
import * as routes from '@parley/contracts/routes/conversations';
import { readActivities } from '@parley/core/conversations/activities';
import { deleteAll, deleteConversation } from '@parley/core/conversations/delete';
import { countUnread, listConversations } from '@parley/core/conversations/list';
import { splitConversation } from '@parley/core/conversations/split';
import { listMerged, mergeConversations } from '@parley/core/conversations/merge';
import { listRelated } from '@parley/core/conversations/related';
import { getConversation, readMessages } from '@parley/core/conversations/read';
import { startConversation } from '@parley/core/contacts/start-conversation';
import { markSpam, unmarkSpam } from '@parley/core/contacts/spam';
import { takeOver } from '@parley/core/conversations/take-over';
import { undoActivity, undoActivities } from '@parley/core/bulk/undo';
import { updateConversation } from '@parley/core/conversations/update';
import { askSuggestions } from '@parley/core/ai/ask-suggestions';
import {
  allowPictures,
  blockPictures,
  originalEmailPage,
  rawEmail,
  readEmailSource,
  readOriginalEmail,
} from '@parley/core/mail/original-email';
import { fetchRemotePicture } from '@parley/core/mail/remote-pictures';
import { listTemplates, sendTemplate } from '@parley/core/channels/customers/templates';
import { safeHtmlPolicy } from '@parley/core/mail/safe-html-page';
import { reactToMessage } from '@parley/core/messages/reactions';
import { editMessage, readMessageVersions, removeMessage } from '@parley/core/messages/revise';
import { sendMessage } from '@parley/core/messages/send';
import { staffSends } from '@parley/core/rate-limits';
import { customerFiles, visitorProfile } from '@parley/core/visitors/profile';
import { signOutVisitor } from '@parley/core/visitors/tokens';
import { limiterWithHeaders } from '../plugins/rate-limits.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';
import { nextPageLink } from './next-page.ts';

/** Each may cost a model call. */
const suggesting = { name: 'suggestions', by: 'caller', max: 60, perSeconds: 60 } as const;

/** Limits undoing: one call may undo a batch of thousands. */
const undoing = { name: 'undo', by: 'caller', max: 120, perSeconds: 60 } as const;

/** Limits pictures of other servers in emails: each is a call to a stranger's server. */
const fetching = { name: 'mail_picture', by: 'address', max: 1200, perSeconds: 60 } as const;

/** Counted together with what is sent over sockets. A message outranks its limit: it is taken while Redis is away. */
const posting = { ...staffSends, by: 'sender', passWithoutRedis: true } as const;

export const conversationRoutes: RegisterRoutes = (app, { context, limiter }) => {
  handleRoute(app, routes.listConversations, async ({ query, caller, request, reply }) => {
    const { conversations, cursor } = await listConversations(context, caller, query);
    if (cursor !== null) reply.header('link', nextPageLink(request.url, cursor));
    return conversations;
  });

  handleRoute(app, routes.countUnread, async ({ caller }) => ({ conversations: await countUnread(context, caller) }));

  handleRoute(app, routes.getConversation, async ({ params, caller }) => getConversation(context, caller, params.id));

  handleRoute(app, routes.listMessages, async ({ params, query, caller }) =>
    readMessages(context, caller, params.id, query),
  );

  handleRoute(app, routes.editMessage, async ({ params: { id: conversationId, seq }, body, caller }) =>
    editMessage(context, caller, { conversationId, seq }, body),
  );

  handleRoute(app, routes.removeMessage, async ({ params: { id: conversationId, seq }, caller }) =>
    removeMessage(context, caller, { conversationId, seq }),
  );

  handleRoute(
    app,
    routes.reactToMessage,
    async ({ params: { id: conversationId, seq }, body, caller }) =>
      reactToMessage(context, caller, { conversationId, seq }, body),
    { limits: [posting] },
  );

  handleRoute(app, routes.listMessageVersions, async ({ params: { id: conversationId, seq }, caller }) =>
    readMessageVersions(context, caller, { conversationId, seq }),
  );

  handleRoute(app, routes.getOriginalEmail, async ({ params: { id: conversationId, seq }, caller }) =>
    readOriginalEmail(context, caller, { conversationId, seq }),
  );

  handleRoute(app, routes.getOriginalEmailPage, async ({ params, query, caller, reply }) => {
    const page = await originalEmailPage(context, caller, {
      conversationId: params.id,
      seq: params.seq,
      withPictures: query.pictures,
      isFolded: query.folded,
      isDark: query.dark,
    });
    // The dashboard shows it in a frame, where it has no origin and no way to send anything.
    return reply
      .headers({ 'content-security-policy': safeHtmlPolicy, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(page);
  });

  handleRoute(app, routes.allowPictures, async ({ params: { id: conversationId, seq }, body, caller }) =>
    allowPictures(context, caller, { conversationId, seq }, body),
  );

  handleRoute(app, routes.blockPictures, async ({ params: { id: conversationId, seq }, caller }) =>
    blockPictures(context, caller, { conversationId, seq }),
  );

  handleRoute(app, routes.getEmailSource, async ({ params: { id: conversationId, seq }, caller }) =>
    readEmailSource(context, caller, { conversationId, seq }),
  );

  handleRoute(app, routes.downloadEmail, async ({ params: { id: conversationId, seq }, caller, reply }) => {
    const raw = await rawEmail(context, caller, { conversationId, seq });
    // Never shown by the browser: it is as its sender wrote it.
    return reply
      .header('content-disposition', `attachment; filename="email-${seq}.eml"`)
      .type('application/octet-stream')
      .send(raw);
  });

  handleRoute(
    app,
    routes.readRemotePicture,
    async ({ query, reply }) => {
      const { bytes, type } = await fetchRemotePicture(context, query);
      return reply
        .headers({
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=300',
          // The page that shows it has no origin.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type(type)
        .send(bytes);
    },
    { limits: [fetching] },
  );

  handleRoute(app, routes.listActivities, async ({ params, query, caller }) =>
    readActivities(context, caller, params.id, query),
  );

  handleRoute(app, routes.listCustomerFiles, async ({ params, caller }) => customerFiles(context, caller, params.id));
  handleRoute(app, routes.getVisitorProfile, async ({ params, caller }) => visitorProfile(context, caller, params.id));

  handleRoute(app, routes.signOutVisitor, async ({ params, caller }) => signOutVisitor(context, caller, params.id));

  handleRoute(app, routes.updateConversation, async ({ params, body, caller }) =>
    updateConversation(context, caller, params.id, body),
  );

  handleRoute(app, routes.takeOver, async ({ params, body, caller }) =>
    takeOver(context, caller, params.id, body.representativeId),
  );

  handleRoute(
    app,
    routes.undoActivity,
    async ({ params, query, caller, reply }) => {
      const others = query.others?.split(',').map(Number);
      const which = { conversationId: params.id, activityNo: params.activityNo, scope: query.scope };
      const undone = await (others
        ? undoActivities(context, caller, { ...which, others })
        : undoActivity(context, caller, which));
      reply.code('activity' in undone ? 200 : 202);
      return undone;
    },
    { limits: [undoing] },
  );

  handleRoute(app, routes.suggestReplies, async ({ params, caller }) => askSuggestions(context, caller, params.id), {
    limits: [suggesting],
  });

  handleRoute(app, routes.mergeConversation, async ({ params, body, caller }) =>
    mergeConversations(context, caller, params.id, body.into),
  );

  handleRoute(app, routes.splitConversation, async ({ params, body, caller }) =>
    splitConversation(context, caller, params.id, body),
  );

  handleRoute(app, routes.listRelatedConversations, async ({ params, caller }) =>
    listRelated(context, caller, params.id),
  );

  handleRoute(app, routes.listMergedConversations, async ({ params, caller }) =>
    listMerged(context, caller, params.id),
  );

  handleRoute(app, routes.markSpam, async ({ params, body, caller }) => markSpam(context, caller, params.id, body));

  handleRoute(app, routes.unmarkSpam, async ({ params, caller }) => unmarkSpam(context, caller, params.id));

  handleRoute(app, routes.deleteConversation, async ({ params, caller, reply }) =>
    deleteConversation(context, caller, limiterWithHeaders(limiter, reply), params.id),
  );

  handleRoute(app, routes.deleteAllConversations, async ({ caller }) => deleteAll(context, caller));

  handleRoute(
    app,
    routes.postMessage,
    async ({ body, caller, reply }) => {
      const { user } = caller;
      if ((body.senderId ?? user.id) !== user.id) {
        throw new Problem('forbidden', 'A message can be sent in one’s own name only.');
      }
      const { message, duplicate } = await sendMessage(context, caller, body);
      reply.code(duplicate ? 200 : 201);
      return message;
    },
    { limits: [posting] },
  );

  handleRoute(app, routes.listMessageTemplates, async ({ params, query, caller }) =>
    listTemplates(context, caller, params.id, query),
  );

  handleRoute(
    app,
    routes.sendMessageTemplate,
    async ({ params, body, caller, reply }) => {
      const { message, duplicate } = await sendTemplate(context, caller, params.id, body);
      reply.code(duplicate ? 200 : 201);
      return message;
    },
    { limits: [posting] },
  );

  handleRoute(
    app,
    routes.startConversation,
    async ({ body, caller, reply }) => {
      const { conversation, message, duplicate } = await startConversation(context, caller, body);
      reply.code(duplicate ? 200 : 201);
      return { conversation, message };
    },
    { limits: [posting] },
  );
};
