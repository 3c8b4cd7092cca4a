/** Accounts and groups kept by a directory: SCIM 2.0. https://www.rfc-editor.org/rfc/rfc7643, rfc7644 */
import * as Type from 'typebox';
import { Role } from '../entities.ts';
import { allOptional, expected, Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

export const scimTokensMax = 20;
/** How many accounts or groups a page has at most. */
export const scimPageMax = 200;
export const scimGroupsMax = 500;
export const scimMembersMax = 5_000;

export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterpriseUser: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  serviceProviderConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

const Schemas = Type.Array(Type.String());

const Meta = Type.Object({
  resourceType: Type.String(),
  created: Type.Optional(Timestamp),
  lastModified: Type.Optional(Timestamp),
  location: Type.String(),
});

/** An account as a directory sees it. */
export const ScimUser = Type.Object(
  {
    schemas: Schemas,
    id: Id,
    externalId: Type.Optional(Type.String()),
    userName: Type.String({ examples: ['ada@example.com'] }),
    displayName: Type.String(),
    name: Type.Object({ formatted: Type.String(), givenName: Type.String(), familyName: Type.String() }),
    emails: Type.Array(Type.Object({ value: Type.String(), type: Type.String(), primary: Type.Boolean() })),
    active: Type.Boolean(),
    groups: Type.Array(Type.Object({ value: Id, $ref: Type.String(), display: Type.String(), type: Type.String() })),
    meta: Meta,
  },
  { $id: 'ScimUser' },
);
export type ScimUser = Type.Static<typeof ScimUser>;

export const ScimUserList = Type.Object(
  {
    schemas: Schemas,
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(ScimUser),
  },
  { $id: 'ScimUserList' },
);
export type ScimUserList = Type.Static<typeof ScimUserList>;

/** A group as a directory sees it. */
export const ScimGroup = Type.Object(
  {
    schemas: Schemas,
    id: Id,
    externalId: Type.Optional(Type.String()),
    displayName: Type.String({ examples: ['Support'] }),
    /** Absent if the directory asks for that (`excludedAttributes=members`). */
    members: Type.Optional(
      Type.Array(Type.Object({ value: Id, $ref: Type.String(), display: Type.String(), type: Type.String() })),
    ),
    meta: Meta,
  },
  { $id: 'ScimGroup' },
);
export type ScimGroup = Type.Static<typeof ScimGroup>;

export const ScimGroupList = Type.Object(
  {
    schemas: Schemas,
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(ScimGroup),
  },
  { $id: 'ScimGroupList' },
);
export type ScimGroupList = Type.Static<typeof ScimGroupList>;

export const scimErrorTypes = [
  'invalidFilter',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
] as const;
export type ScimErrorType = (typeof scimErrorTypes)[number];

/** How a directory is refused: RFC 7644, section 3.12. */
export const ScimError = Type.Object(
  {
    schemas: Schemas,
    status: Type.String({ examples: ['404'] }),
    scimType: Type.Optional(OneOf(scimErrorTypes)),
    detail: Type.String({ examples: ['There is no such person.'] }),
  },
  { $id: 'ScimError' },
);
export type ScimError = Type.Static<typeof ScimError>;

/** Description of the protocol itself, in the shapes of the RFCs. */
export const ScimDescription = Type.Unsafe<Record<string, unknown>>(
  Type.Object({ schemas: Schemas }, { additionalProperties: true }),
);

/** A user or a change as a directory sends it: names in any case, and more than is kept here. */
export const ScimBody = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      examples: [
        {
          schemas: [scimSchemas.user],
          userName: 'ada@example.com',
          displayName: 'Ada Lovelace',
          emails: [{ value: 'ada@example.com', primary: true }],
          active: true,
        },
      ],
    },
  ),
);
export const ScimPatch = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      examples: [{ schemas: [scimSchemas.patch], Operations: [{ op: 'replace', path: 'active', value: false }] }],
    },
  ),
);

export const ScimGroupBody = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    { additionalProperties: true, examples: [{ schemas: [scimSchemas.group], displayName: 'Support', members: [] }] },
  ),
);
export const ScimGroupPatch = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      examples: [
        { schemas: [scimSchemas.patch], Operations: [{ op: 'replace', path: 'displayName', value: 'Support' }] },
      ],
    },
  ),
);

/** A group of a directory, as administrators see it: what being in it gives. */
export const DirectoryGroup = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Support'] }),
    memberCount: Type.Integer({ minimum: 0 }),
    /** The role of its members; null gives none. */
    roleId: Nullable(Id),
    /** The team that its members are in; null is none. */
    teamId: Nullable(Id),
    updatedAt: Timestamp,
  },
  { $id: 'DirectoryGroup' },
);
export type DirectoryGroup = Type.Static<typeof DirectoryGroup>;

const given = { roleId: Nullable(Id), teamId: Nullable(Id) };
export const DirectoryGroupChange = Strict({ ...allOptional(given), ...expected(given) }, { minProperties: 1 });
export type DirectoryGroupChange = Type.Static<typeof DirectoryGroupChange>;

/** Token that a directory calls with. The token itself is returned once, when it is created. */
export const ScimToken = Type.Object(
  {
    id: Id,
    name: Type.String(),
    /** First characters of the token, to recognise it by. */
    prefix: Type.String({ examples: ['scim_9fK2aQ'] }),
    /** Role of the accounts that the directory creates. */
    role: Role,
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
  },
  { $id: 'ScimToken' },
);
export type ScimToken = Type.Static<typeof ScimToken>;

export const NewScimToken = Strict({ name: Name({ maxLength: 60 }), role: Role });
export type NewScimToken = Type.Static<typeof NewScimToken>;

/** Base path of the SCIM API. */
export const scimPath = '/api/scim/v2';
