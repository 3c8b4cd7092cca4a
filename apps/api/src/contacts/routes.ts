import * as routes from '@parley/contracts/routes/contacts';
import { blockContact, unblockContact } from '@parley/core/contacts/block';
import {
  getContact,
  listContactConversations,
  listContactEvents,
  listContacts,
  updateContact,
} from '@parley/core/contacts/contacts';
import {
  addContactNote,
  contactNoteVersions,
  editContactNote,
  listContactNotes,
  removeContactNote,
} from '@parley/core/contacts/notes';
import { mergeContacts, unmergeContacts } from '@parley/core/contacts/merge';
import { listStartWays } from '@parley/core/contacts/start-conversation';
import { staffSends } from '@parley/core/rate-limits';
import { nextPageLink } from '../conversations/next-page.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Counted together with messages. */
const writing = { limits: [{ ...staffSends, by: 'sender', passWithoutRedis: true }] } as const;

export const contactRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listContacts, async ({ query, caller, request, reply }) => {
    const { contacts, next } = await listContacts(context, caller, query);
    if (next !== null) reply.header('link', nextPageLink(request.url, next));
    return contacts;
  });
  handleRoute(app, routes.getContact, async ({ params, caller }) => getContact(context, caller, params.id));
  handleRoute(app, routes.listStartWays, async ({ params, caller }) => listStartWays(context, caller, params.id));
  handleRoute(app, routes.updateContact, async ({ params, body, caller }) =>
    updateContact(context, caller, params.id, body),
  );
  handleRoute(app, routes.blockContact, async ({ params, caller }) => blockContact(context, caller, params.id));
  handleRoute(app, routes.unblockContact, async ({ params, caller }) => unblockContact(context, caller, params.id));
  handleRoute(app, routes.mergeContacts, async ({ params, body, caller }) =>
    mergeContacts(context, caller, params.id, body),
  );
  handleRoute(app, routes.unmergeContacts, async ({ params, caller }) => unmergeContacts(context, caller, params.id));
  handleRoute(app, routes.listContactConversations, async ({ params, query, caller, request, reply }) => {
    const { conversations, next } = await listContactConversations(context, caller, params.id, query);
    if (next !== null) reply.header('link', nextPageLink(request.url, next));
    return conversations;
  });

  handleRoute(app, routes.listContactEvents, async ({ params, caller }) =>
    listContactEvents(context, caller, params.id),
  );

  handleRoute(app, routes.listContactNotes, async ({ params, caller }) => listContactNotes(context, caller, params.id));
  handleRoute(
    app,
    routes.addContactNote,
    async ({ params, body, caller, reply }) => {
      const { note, duplicate } = await addContactNote(context, caller, params.id, body);
      reply.code(duplicate ? 200 : 201);
      return note;
    },
    writing,
  );
  handleRoute(
    app,
    routes.editContactNote,
    async ({ params, body, caller }) => editContactNote(context, caller, params.id, params.noteId, body),
    writing,
  );
  handleRoute(app, routes.removeContactNote, async ({ params, caller }) =>
    removeContactNote(context, caller, params.id, params.noteId),
  );
  handleRoute(app, routes.listContactNoteVersions, async ({ params, caller }) =>
    contactNoteVersions(context, caller, params.id, params.noteId),
  );
};
