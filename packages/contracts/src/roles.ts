/** Roles and teams, as the installation has them. */
import * as Type from 'typebox';
import { Permission } from './permissions.ts';
import { builtInRoles, Scope } from './rights.ts';
import { Id, Nullable, OneOf, Timestamp } from './schema.ts';

export const roleNameMaxLength = 60;
/** Roles of the installation's own, and teams, at most. */
export const rolesMax = 50;
export const teamsMax = 100;

/** A bundle of permissions that people can be given, with the conversations it is about. */
export const RoleBundle = Type.Object(
  {
    id: Id,
    /** Of one that comes with the product its key; the dashboard has words for it. */
    name: Type.String({ examples: ['Night shift'] }),
    /** Null for one of the installation's own, which alone can be changed. */
    builtIn: Nullable(OneOf(builtInRoles)),
    permissions: Type.Array(Permission),
    scope: Scope,
    updatedAt: Timestamp,
  },
  { $id: 'RoleBundle' },
);
export type RoleBundle = Type.Static<typeof RoleBundle>;

/** People who work on the conversations of some websites. */
export const Team = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Shop'] }),
    memberIds: Type.Array(Id),
    websiteIds: Type.Array(Id),
    /** Of a directory, which says who is in it; null where that is done by hand. */
    directoryGroup: Nullable(Type.String({ examples: ['Support'] })),
    updatedAt: Timestamp,
  },
  { $id: 'Team' },
);
export type Team = Type.Static<typeof Team>;
