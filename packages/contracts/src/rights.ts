/** What somebody of the team may do, as they are told: apart from the lists of `permissions.ts`, which browsers need not have. */
import * as Type from 'typebox';
import type { Permission } from './permissions.ts';
import { Id, Nullable, OneOf } from './schema.ts';

export const builtInRoles = ['admin', 'representative', 'lead', 'light', 'auditor'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

/** Of which conversations: all, those of one's teams and their websites, or one's own and nobody's. */
export const scopes = ['everything', 'teams', 'mine'] as const;
export const Scope = OneOf(scopes);
export type Scope = Type.Static<typeof Scope>;

/** What administrators let representatives do, as the settings' `representativesMay` calls it. */
export const grantable = {
  retention: 'settings.retention',
  websites: 'websites.manage',
  export: 'conversations.export',
  sharedReplies: 'replies.share',
} as const satisfies Record<string, Permission>;

/** Returns the name the settings have for a permission that admins can grant to representatives. */
export const grantOf = (permission: Permission): keyof typeof grantable | undefined =>
  (Object.keys(grantable) as (keyof typeof grantable)[]).find((name) => grantable[name] === permission);

/** What somebody of the team may do, and of which conversations. */
export const Rights = Type.Object({
  roleId: Id,
  /** Which of those that come with the product; null for one of the installation's own. */
  builtIn: Nullable(OneOf(builtInRoles)),
  /** As it was named; of one that comes with the product its key. */
  roleName: Type.String({ examples: ['Night shift'] }),
  /** Of a later release there may be more. */
  permissions: Type.Array(Type.Unsafe<Permission>(Type.String({ examples: ['conversations.read'] }))),
  scope: Scope,
  /** With the scope `teams`: those, their websites, and who is in them. */
  teamIds: Type.Array(Id),
  websiteIds: Type.Array(Id),
  teammateIds: Type.Array(Id),
  /** Of an API key that is kept to some websites: only theirs, within the scope. */
  withinWebsiteIds: Type.Optional(Type.Array(Id)),
});
export type Rights = Type.Static<typeof Rights>;

/** Whether they are about every conversation there is. */
export const seesEverything = ({ scope, withinWebsiteIds }: Pick<Rights, 'scope' | 'withinWebsiteIds'>): boolean =>
  scope === 'everything' && withinWebsiteIds === undefined;
