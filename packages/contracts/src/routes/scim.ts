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
  summary: 'The tokens by which directories keep accounts, without themselves',
  responses: { 200: Type.Array(ScimToken) },
});

export const addScimToken = route({
  method: 'POST',
  path: '/api/scim-tokens',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Make a token for a directory; it is answered this once',
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
  summary: 'Take a directory’s token back',
  params,
  responses: { 204: NoContent },
});

export const listDirectoryGroups = route({
  method: 'GET',
  path: '/api/directory-groups',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'The groups that directories keep, and what being in them gives',
  responses: { 200: Type.Array(DirectoryGroup) },
});

export const updateDirectoryGroup = route({
  method: 'PATCH',
  path: '/api/directory-groups/:id',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Say which role its members have, and which team they are in',
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
  summary: 'What of SCIM 2.0 is spoken here',
  responses: { 200: ScimDescription },
});

export const scimResourceTypes = route({
  method: 'GET',
  path: '/api/scim/v2/ResourceTypes',
  access: 'scim',
  tag,
  summary: 'What a directory keeps here: users and groups',
  responses: { 200: ScimDescription },
});

export const scimSchemaList = route({
  method: 'GET',
  path: '/api/scim/v2/Schemas',
  access: 'scim',
  tag,
  summary: 'What is kept of a user and of a group',
  responses: { 200: ScimDescription },
});

export const listScimUsers = route({
  method: 'GET',
  path: '/api/scim/v2/Users',
  access: 'scim',
  tag,
  summary: 'Accounts, oldest first: all, or those that a filter takes in (`userName eq "ada@example.com"`)',
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
  summary: 'Make an account',
  refusals: ['conflict'],
  body: ScimBody,
  responses: { 201: ScimUser },
});

export const getScimUser = route({
  method: 'GET',
  path: '/api/scim/v2/Users/:id',
  access: 'scim',
  tag,
  summary: 'One account',
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
  summary: 'Change parts of an account; `active: false` ends its sessions',
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
  summary: 'Deactivate an account and end its sessions; what it wrote stays',
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
  summary: 'Groups, oldest first: all, or those that a filter takes in (`displayName eq "Support"`)',
  query,
  responses: { 200: ScimGroupList },
});

export const addScimGroup = route({
  method: 'POST',
  path: '/api/scim/v2/Groups',
  access: 'scim',
  tag,
  summary: 'Make a group; being in it gives nothing until an administrator says what',
  refusals: ['conflict'],
  body: ScimGroupBody,
  responses: { 201: ScimGroup },
});

export const getScimGroup = route({
  method: 'GET',
  path: '/api/scim/v2/Groups/:id',
  access: 'scim',
  tag,
  summary: 'One group',
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
  summary: 'Change a group’s name, add members and remove them',
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
  summary: 'Remove a group; what it gave its members ends',
  refusals: ['conflict'],
  params,
  responses: { 204: NoContent },
});
