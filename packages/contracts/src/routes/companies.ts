import * as Type from 'typebox';
import { AttributeChanges } from '../conversations/attributes.ts';
import { Company, CompanyDomains, CompanyEntry, CompanyName } from '../conversations/companies.ts';
import { ContactEntry } from '../conversations/contacts.ts';
import { Conversation } from '../entities.ts';
import { filterTextMax } from '../filter/filter.ts';
import { companiesPerPageMax, contactsPerPageMax, conversationsPerPageMax } from '../conversations/limits.ts';
import { route } from '../route.ts';
import { Described, expected, Id, IdParam, NoContent, PageLimit, Strict } from '../schema.ts';

const tag = { name: 'Companies', description: 'The companies that contacts belong to.' };
const params = Strict({ id: IdParam });
const cursor = Type.Optional(Described(Id, 'As in the Link header of the page before.'));

export const listCompanies = route({
  method: 'GET',
  path: '/api/companies',
  access: 'staff',
  permission: 'contacts.read',
  tag,
  summary: 'Companies, newest first; the next page is in the Link header',
  query: Strict({
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Beginnings of words of a name or a domain' })),
    filter: Type.Optional(
      Type.String({
        maxLength: filterTextMax,
        description: 'A filter as JSON, of attributes of companies, as in `company.plan`',
      }),
    ),
    limit: PageLimit(companiesPerPageMax),
    cursor,
  }),
  responses: { 200: Type.Array(CompanyEntry) },
});

export const getCompany = route({
  method: 'GET',
  path: '/api/companies/:id',
  access: 'staff',
  permission: 'contacts.read',
  tag,
  summary: 'A company with its domains and attributes',
  params,
  responses: { 200: Company },
});

export const addCompany = route({
  method: 'POST',
  path: '/api/companies',
  access: 'staff',
  permission: 'contacts.update',
  tag,
  summary: 'Add a company; contacts with a proven address at one of its domains belong to it',
  body: Strict({ name: CompanyName, domains: Type.Optional(CompanyDomains) }),
  responses: { 201: Company },
});

export const updateCompany = route({
  method: 'PATCH',
  path: '/api/companies/:id',
  access: 'staff',
  permission: 'contacts.update',
  tag,
  summary: 'Change a company’s name, domains and attributes: all of it or nothing',
  params,
  body: Strict(
    {
      name: Type.Optional(CompanyName),
      domains: Type.Optional(CompanyDomains),
      ...expected({ name: Type.String(), domains: Type.Array(Type.String()) }),
      attributes: Type.Optional(AttributeChanges),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Company },
});

export const deleteCompany = route({
  method: 'DELETE',
  path: '/api/companies/:id',
  access: 'staff',
  permission: 'contacts.update',
  tag,
  summary: 'Delete a company; its contacts stay and belong to none',
  params,
  responses: { 204: NoContent },
});

export const listCompanyContacts = route({
  method: 'GET',
  path: '/api/companies/:id/contacts',
  access: 'staff',
  permission: 'contacts.read',
  tag,
  summary: 'Contacts of a company, newest first; the next page is in the Link header',
  params,
  query: Strict({ limit: PageLimit(contactsPerPageMax), cursor }),
  responses: { 200: Type.Array(ContactEntry) },
});

export const listCompanyConversations = route({
  method: 'GET',
  path: '/api/companies/:id/conversations',
  access: 'staff',
  permission: 'contacts.read',
  tag,
  summary: 'Conversations of a company’s contacts, newest first; the next page is in the Link header',
  params,
  query: Strict({ limit: PageLimit(conversationsPerPageMax), cursor }),
  responses: { 200: Type.Array(Conversation) },
});
