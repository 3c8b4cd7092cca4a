/** Rights of a user as clients receive them, separate from `permissions.ts`: browsers need not load its lists. */
import * as Type from 'typebox';
import type { Permission } from './permissions.ts';
import { Id, Nullable, OneOf } from '../schema.ts';

export const builtInRoles = ['admin', 'representative', 'lead', 'light', 'auditor'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

/** Scopes: all conversations, those of the user's teams and their websites, or the user's own and unassigned ones. */
export const scopes = ['everything', 'teams', 'mine'] as const;
export const Scope = OneOf(scopes);
export type Scope = Type.Static<typeof Scope>;

/** Permissions that admins can grant to representatives, by their names in the settings' `representativesMay`. */
export const grantable = {
  retention: 'settings.retention',
  websites: 'websites.manage',
  export: 'conversations.export',
  sharedReplies: 'replies.share',
} as const satisfies Record<string, Permission>;

/** Returns the name the settings have for a permission that admins can grant to representatives. */
export const grantOf = (permission: Permission): keyof typeof grantable | undefined =>
  (Object.keys(grantable) as (keyof typeof grantable)[]).find((name) => grantable[name] === permission);

/** Permissions and scope of a user. */
export const Rights = Type.Object({
  roleId: Id,
  /** Which of those that come with the product; null for one of the installation's own. */
  builtIn: Nullable(OneOf(builtInRoles)),
  /** Name of a custom role, or key of a built-in one. */
  roleName: Type.String({ examples: ['Night shift'] }),
  /** Later releases may add more. */
  permissions: Type.Array(Type.Unsafe<Permission>(Type.String({ examples: ['conversations.read'] }))),
  scope: Scope,
  /** With the scope `teams`: the user's teams, their websites and their members. */
  teamIds: Type.Array(Id),
  websiteIds: Type.Array(Id),
  teammateIds: Type.Array(Id),
  /** Restricts an API key to these websites, within the scope. */
  withinWebsiteIds: Type.Optional(Type.Array(Id)),
});
export type Rights = Type.Static<typeof Rights>;

/** Whether they are about every conversation there is. */
export const seesEverything = ({ scope, withinWebsiteIds }: Pick<Rights, 'scope' | 'withinWebsiteIds'>): boolean =>
  scope === 'everything' && withinWebsiteIds === undefined;
