import * as Type from 'typebox';
import { route } from '../route.ts';
import { IdParam, NoContent, Strict } from '../schema.ts';
import {
  DirectoryGroup,
  DirectoryGroupChange,
  NewScimToken,
  ScimBody,
  ScimDescription,
  ScimGroup,
  ScimGroupBody,
  ScimGroupList,
  ScimGroupPatch,
  ScimPatch,
  ScimToken,
  ScimUser,
  ScimUserList,
} from '../users/scim.ts';

const tag = {
  name: 'Directory',
  description: 'SCIM 2.0: accounts that a directory makes, changes and deactivates, and its tokens.',
};
const params = Strict({ id: IdParam });

export const listScimTokens = route({
  method: 'GET',
  path: '/api/scim-tokens',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'List the tokens of directories, without their secrets',
  responses: { 200: Type.Array(ScimToken) },
});

export const addScimToken = route({
  method: 'POST',
  path: '/api/scim-tokens',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Create a token for a directory; returned only this once',
  refusals: ['conflict'],
  body: NewScimToken,
  responses: { 201: Type.Object({ ...ScimToken.properties, token: Type.String() }) },
});

export const deleteScimToken = route({
  method: 'DELETE',
  path: '/api/scim-tokens/:id',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Revoke a directory’s token',
  params,
  responses: { 204: NoContent },
});

export const listDirectoryGroups = route({
  method: 'GET',
  path: '/api/directory-groups',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'List directory groups with the role and team that each gives',
  responses: { 200: Type.Array(DirectoryGroup) },
});

export const updateDirectoryGroup = route({
  method: 'PATCH',
  path: '/api/directory-groups/:id',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Set the role and the team that a group gives its members',
  refusals: ['conflict'],
  params,
  body: DirectoryGroupChange,
  responses: { 200: DirectoryGroup },
});

export const scimServiceProviderConfig = route({
  method: 'GET',
  path: '/api/scim/v2/ServiceProviderConfig',
  access: 'scim',
  tag,
  summary: 'Get the supported parts of SCIM 2.0',
  responses: { 200: ScimDescription },
});

export const scimResourceTypes = route({
  method: 'GET',
  path: '/api/scim/v2/ResourceTypes',
  access: 'scim',
  tag,
  summary: 'List the resource types: users and groups',
  responses: { 200: ScimDescription },
});

export const scimSchemaList = route({
  method: 'GET',
  path: '/api/scim/v2/Schemas',
  access: 'scim',
  tag,
  summary: 'List the schemas of users and groups',
  responses: { 200: ScimDescription },
});

export const listScimUsers = route({
  method: 'GET',
  path: '/api/scim/v2/Users',
  access: 'scim',
  tag,
  summary: 'List accounts, oldest first, all or by a filter (`userName eq "ada@example.com"`)',
  query: Type.Object({
    filter: Type.Optional(Type.String({ maxLength: 1000, description: 'Comparisons by `eq`, joined by `and`.' })),
    startIndex: Type.Optional(Type.Integer({ description: 'Which account comes first, from 1.' })),
    count: Type.Optional(Type.Integer({ description: 'How many at most.' })),
  }),
  responses: { 200: ScimUserList },
});

export const addScimUser = route({
  method: 'POST',
  path: '/api/scim/v2/Users',
  access: 'scim',
  tag,
  summary: 'Create an account',
  refusals: ['conflict'],
  body: ScimBody,
  responses: { 201: ScimUser },
});

export const getScimUser = route({
  method: 'GET',
  path: '/api/scim/v2/Users/:id',
  access: 'scim',
  tag,
  summary: 'Get an account',
  params,
  responses: { 200: ScimUser },
});

export const replaceScimUser = route({
  method: 'PUT',
  path: '/api/scim/v2/Users/:id',
  access: 'scim',
  tag,
  summary: 'Replace an account; `active: false` ends its sessions',
  refusals: ['conflict'],
  params,
  body: ScimBody,
  responses: { 200: ScimUser },
});

export const patchScimUser = route({
  method: 'PATCH',
  path: '/api/scim/v2/Users/:id',
  access: 'scim',
  tag,
  summary: 'Update parts of an account; `active: false` ends its sessions',
  refusals: ['conflict'],
  params,
  body: ScimPatch,
  responses: { 200: ScimUser },
});

export const deleteScimUser = route({
  method: 'DELETE',
  path: '/api/scim/v2/Users/:id',
  access: 'scim',
  tag,
  summary: 'Deactivate an account and end its sessions; its messages stay',
  refusals: ['conflict'],
  params,
  responses: { 204: NoContent },
});

const ExcludedAttributes = Type.Optional(
  Type.String({
    maxLength: 1000,
    description: 'What the answer is to leave out, divided by commas: `members` alone counts',
    examples: ['members'],
  }),
);

const query = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 1000, description: 'Comparisons by `eq`, joined by `and`.' })),
  startIndex: Type.Optional(Type.Integer({ description: 'Which account comes first, from 1.' })),
  count: Type.Optional(Type.Integer({ description: 'How many at most.' })),
  excludedAttributes: ExcludedAttributes,
});

export const listScimGroups = route({
  method: 'GET',
  path: '/api/scim/v2/Groups',
  access: 'scim',
  tag,
  summary: 'List groups, oldest first, all or by a filter (`displayName eq "Support"`)',
  query,
  responses: { 200: ScimGroupList },
});

export const addScimGroup = route({
  method: 'POST',
  path: '/api/scim/v2/Groups',
  access: 'scim',
  tag,
  summary: 'Create a group; it gives nothing until an admin assigns a role or team',
  refusals: ['conflict'],
  body: ScimGroupBody,
  responses: { 201: ScimGroup },
});

export const getScimGroup = route({
  method: 'GET',
  path: '/api/scim/v2/Groups/:id',
  access: 'scim',
  tag,
  summary: 'Get a group',
  params,
  query: Type.Object({ excludedAttributes: ExcludedAttributes }),
  responses: { 200: ScimGroup },
});

export const replaceScimGroup = route({
  method: 'PUT',
  path: '/api/scim/v2/Groups/:id',
  access: 'scim',
  tag,
  summary: 'Replace a group with all its members',
  refusals: ['conflict'],
  params,
  body: ScimGroupBody,
  responses: { 200: ScimGroup },
});

export const patchScimGroup = route({
  method: 'PATCH',
  path: '/api/scim/v2/Groups/:id',
  access: 'scim',
  tag,
  summary: 'Rename a group, add and remove members',
  refusals: ['conflict'],
  params,
  body: ScimGroupPatch,
  responses: { 200: ScimGroup },
});

export const deleteScimGroup = route({
  method: 'DELETE',
  path: '/api/scim/v2/Groups/:id',
  access: 'scim',
  tag,
  summary: 'Delete a group; its members lose what it gave',
  refusals: ['conflict'],
  params,
  responses: { 204: NoContent },
});
