import * as routes from '@parley/contracts/routes/companies';
import {
  addCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  listCompanyContacts,
  listCompanyConversations,
  updateCompany,
} from '@parley/core/contacts/companies';
import { nextPageLink } from '../conversations/next-page.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const companyRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listCompanies, async ({ query, caller, request, reply }) => {
    const { companies, next } = await listCompanies(context, caller, query);
    if (next !== null) reply.header('link', nextPageLink(request.url, next));
    return companies;
  });
  handleRoute(app, routes.getCompany, async ({ params, caller }) => getCompany(context, caller, params.id));
  handleRoute(app, routes.addCompany, async ({ body, caller, reply }) => {
    const company = await addCompany(context, caller, body);
    reply.code(201);
    return company;
  });
  handleRoute(app, routes.updateCompany, async ({ params, body, caller }) =>
    updateCompany(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteCompany, async ({ params, caller }) => deleteCompany(context, caller, params.id));
  handleRoute(app, routes.listCompanyContacts, async ({ params, query, caller, request, reply }) => {
    const { contacts, next } = await listCompanyContacts(context, caller, params.id, query);
    if (next !== null) reply.header('link', nextPageLink(request.url, next));
    return contacts;
  });
  handleRoute(app, routes.listCompanyConversations, async ({ params, query, caller, request, reply }) => {
    const { conversations, next } = await listCompanyConversations(context, caller, params.id, query);
    if (next !== null) reply.header('link', nextPageLink(request.url, next));
    return conversations;
  });
};
