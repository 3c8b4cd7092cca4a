/** Roles and teams, as the installation has them. */
import * as Type from 'typebox';
import { Permission } from './permissions.ts';
import { builtInRoles, Scope } from './rights.ts';
import { Routing } from '../routing/routing.ts';
import { Id, Nullable, OneOf, Timestamp } from '../schema.ts';

export const roleNameMaxLength = 60;
/** Roles of the installation's own, and teams, at most. */
export const rolesMax = 50;
export const teamsMax = 100;

/** Permissions and scope that users can be given together. */
export const RoleBundle = Type.Object(
  {
    id: Id,
    /** Name of a custom role, or key of a built-in one, which the dashboard translates. */
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

/** Users who work on the conversations of some websites. */
export const Team = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Shop'] }),
    memberIds: Type.Array(Id),
    /** Members who lead it: they see its load and are told when many conversations wait. */
    leadIds: Type.Array(Id),
    websiteIds: Type.Array(Id),
    routing: Routing,
    /** Schedule of its own; null follows business hours. */
    scheduleId: Nullable(Id),
    /** Directory group that manages the members; null if they are managed by hand. */
    directoryGroup: Nullable(Type.String({ examples: ['Support'] })),
    updatedAt: Timestamp,
  },
  { $id: 'Team' },
);
export type Team = Type.Static<typeof Team>;
