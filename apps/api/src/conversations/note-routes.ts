import * as routes from '@parley/contracts/routes/notes';
import {
  addNote,
  editNote,
  listMentions,
  noteVersions,
  readMentions,
  removeNote,
  searchNotes,
} from '@parley/core/conversations/notes';
import { staffSends } from '@parley/core/rate-limits';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Counted together with messages. */
const writing = { limits: [{ ...staffSends, by: 'sender', passWithoutRedis: true }] } as const;

export const noteRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(
    app,
    routes.addNote,
    async ({ params, body, caller, reply }) => {
      const { activity, duplicate } = await addNote(context, caller, params.id, body);
      reply.code(duplicate ? 200 : 201);
      return activity;
    },
    writing,
  );
  handleRoute(
    app,
    routes.editNote,
    async ({ params, body, caller }) => editNote(context, caller, params.id, params.activityNo, body),
    writing,
  );
  handleRoute(app, routes.removeNote, async ({ params, caller }) =>
    removeNote(context, caller, params.id, params.activityNo),
  );
  handleRoute(app, routes.listNoteVersions, async ({ params, caller }) =>
    noteVersions(context, caller, params.id, params.activityNo),
  );
  handleRoute(app, routes.searchNotes, async ({ query, caller }) => searchNotes(context, caller, query));
  handleRoute(app, routes.listMentions, async ({ query, caller }) => listMentions(context, caller, query));
  handleRoute(app, routes.readMentions, async ({ params, caller }) => readMentions(context, caller, params.id));
};
