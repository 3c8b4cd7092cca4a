/** The caller's own state in a shared conversation: read position, typing, following. */
import { rateLimits } from '@parley/contracts/routes/limits';
import * as draftRoutes from '@parley/contracts/routes/drafts';
import * as followerRoutes from '@parley/contracts/routes/followers';
import * as readRoutes from '@parley/contracts/routes/reads';
import { listDrafts, removeDraft, saveDraft } from '@parley/core/conversations/drafts';
import { listFollowed, listFollowers, setFollowing } from '@parley/core/conversations/followers';
import { markReadByCaller, markUnreadByCaller } from '@parley/core/conversations/reads';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

const drafting = { limits: [{ name: 'draft', by: 'sender', ...rateLimits.draft }] } as const;

export const personalRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, readRoutes.markRead, async ({ params, body, caller }) =>
    markReadByCaller(context, caller, params.id, body.seq),
  );
  handleRoute(app, readRoutes.markUnread, async ({ params, caller }) => markUnreadByCaller(context, caller, params.id));

  handleRoute(app, draftRoutes.listDrafts, async ({ query, caller }) => listDrafts(context, caller, query));
  handleRoute(
    app,
    draftRoutes.saveDraft,
    async ({ params, body, caller }) => saveDraft(context, caller, params.id, params.kind, body),
    drafting,
  );
  handleRoute(
    app,
    draftRoutes.removeDraft,
    async ({ params, query, caller }) => removeDraft(context, caller, params.id, params.kind, query.revision),
    drafting,
  );

  handleRoute(app, followerRoutes.follow, async ({ params, caller }) => setFollowing(context, caller, params.id, true));
  handleRoute(app, followerRoutes.unfollow, async ({ params, caller }) =>
    setFollowing(context, caller, params.id, false),
  );
  handleRoute(app, followerRoutes.listFollowers, async ({ params, caller }) =>
    listFollowers(context, caller, params.id),
  );
  handleRoute(app, followerRoutes.listFollowed, async ({ caller }) => ({
    conversationIds: await listFollowed(context, caller),
  }));
};
