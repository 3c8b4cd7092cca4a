import type { ApiKeyPermission } from '@parley/contracts/api-keys';
import type { ColumnType } from 'kysely';
import type { WebsiteFiles } from '@parley/contracts/attachments';
import type { StoredAttributes } from '@parley/contracts/attributes';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { HelpInWidget } from '@parley/contracts/help';
import type { IdentityKind } from '@parley/contracts/contacts';
import type { Campaign, Availability, Role } from '@parley/contracts/entities';
import type { BuiltInRole, Scope } from '@parley/contracts/rights';
import type { GroupRole } from '@parley/contracts/identity-providers';
import type { Language } from '@parley/contracts/languages';
import type { Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export interface UsersTable {
  id: Defaulted<string>;
  name: string;
  email: string;
  username: string;
  passwordHash: string;
  /** Whether anybody knows the password: not of an account that a provider or directory has made. */
  hasPassword: Defaulted<boolean>;
  /** Whether somebody has proved that the address is the person's: a mailbox, an administrator or a directory. */
  emailProven: Defaulted<boolean>;
  role: Role;
  /** Another role than the one `role` says; of an administrator it counts for nothing. */
  roleId: Defaulted<string | null>;
  status: Defaulted<Availability>;
  profileImageUrl: string | null;
  /** Of the dashboard; null is the browser's. */
  language: Language | null;
  /** What they send is held back for so long. */
  sendDelaySeconds: Defaulted<number>;
  readTranslated: Defaulted<boolean>;
  isActive: Defaulted<boolean>;
  /** `service`: an API key that acts as itself. Nobody signs in with it, and no list of the team has it. */
  kind: Defaulted<'person' | 'service'>;
  /** Raised to end every session of the account. */
  sessionEpoch: Defaulted<number>;
  /** Since when it has a second factor. */
  secondFactorAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** A bundle of permissions. Of one that comes with the product what it permits is said in contracts. */
export interface RolesTable {
  id: Defaulted<string>;
  name: string;
  builtIn: BuiltInRole | null;
  permissions: Defaulted<string[]>;
  scope: Defaulted<Scope>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface TeamsTable {
  id: Defaulted<string>;
  name: string;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface TeamMembersTable {
  teamId: string;
  userId: string;
}

export interface TeamWebsitesTable {
  teamId: string;
  websiteId: string;
}

export interface ApiKeysTable {
  id: Defaulted<string>;
  /** Whom its calls are by. */
  userId: string;
  name: string;
  /** Hex SHA-256 of the whole key. */
  hash: string;
  /** How it begins. */
  prefix: string;
  permissions: ApiKeyPermission[];
  /** The websites it is kept to. */
  websiteIds: string[] | null;
  callsPerMinute: number;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  expiresAt: NullableInstant;
  lastUsedAt: NullableInstant;
  endedAt: NullableInstant;
}

/** What a write was answered under its `Idempotency-Key`. */
export interface IdempotentCallsTable {
  caller: string;
  /** Hashes of the key, and of the call it was sent with. */
  key: string;
  call: string;
  /** Null while the call has not been answered. */
  status: number | null;
  contentType: string | null;
  /** Encrypted by the caller; null for an answer without a body. */
  answer: string | null;
  begunAt: DefaultedInstant;
}

export interface InvitationsTable {
  id: Defaulted<string>;
  tokenHash: string;
  role: Defaulted<Role>;
  /** As of users. */
  roleId: Defaulted<string | null>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  expiresAt: Instant;
  usedAt: NullableInstant;
  usedBy: string | null;
  revokedAt: NullableInstant;
}

export interface WebsitesTable {
  id: Defaulted<string>;
  domain: string;
  name: string;
  isActive: Defaulted<boolean>;
  allowedPages: Defaulted<string[]>;
  whitelistMode: Defaulted<boolean>;
  /** What visitors may send; null for what everybody may unless told. */
  files: Json<WebsiteFiles | null>;
  /** Encrypted by the caller. */
  identitySecret: string | null;
  /** When a page of it first asked for the widget. */
  firstSeenAt: NullableInstant;
  /** The host name that its help centre has for itself. */
  helpHost: string | null;
  helpInWidget: Defaulted<HelpInWidget>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface VisitorsTable {
  id: Defaulted<string>;
  websiteId: string | null;
  /** Whom the website's own server vouched for: one visitor per website and key. */
  identityKey: string | null;
  email: string | null;
  emailVerified: Defaulted<boolean>;
  /** The customer number that the website's server signed for this session. */
  externalId: Defaulted<string | null>;
  /** The telephone number that it signed. */
  phone: Defaulted<string | null>;
  /** A keyed hash of the network from which an unproven email was left. */
  emailNetwork: string | null;
  name: string | null;
  userAgent: string | null;
  /** Of the page. */
  locale: string | null;
  /** What the browser is set to, the most wanted first. */
  browserLanguages: Defaulted<string[]>;
  timeZone: string | null;
  pageUrl: string | null;
  pageTitle: string | null;
  /** The page of another website that they came from. */
  pageReferrer: string | null;
  campaign: Json<Campaign | null>;
  lastSeenAt: NullableInstant;
  /** What they had read in the help centre before they wrote. */
  readArticleId: Defaulted<string | null>;
  /** Raised to end every token of the visitor. */
  tokenEpoch: Defaulted<number>;
  /** Sessions (a browser's tokens) ended one by one. */
  revokedSessions: Defaulted<string[]>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** A person, whatever they come by. */
export interface ContactsTable {
  id: Defaulted<string>;
  /** The name that the team gave; what the page or the website says does not replace it. */
  givenName: Defaulted<string | null>;
  attributes: Json<StoredAttributes>;
  /** By key, who of the team has taken away what is not known any more. */
  attributesRemovedBy: Defaulted<Json<Record<string, string | null>>>;
  /** Since when nothing of theirs reaches the team. */
  blockedAt: NullableInstant;
  blockedBy: Defaulted<string | null>;
  createdAt: DefaultedInstant;
}

/** What the team notes about a person; what it says is its newest version. */
export interface ContactNotesTable {
  id: Defaulted<string>;
  contactId: string;
  authorId: string | null;
  /** Makes writing one repeatable. */
  clientNoteId: string | null;
  createdAt: DefaultedInstant;
}

export interface ContactNoteVersionsTable {
  noteId: string;
  /** 1, 2, 3 … */
  version: number;
  /** Null once it is removed. */
  body: string | null;
  createdAt: DefaultedInstant;
}

/** Two contacts that somebody has said are one person. */
export interface MergesTable {
  id: Defaulted<string>;
  /** Who remained, and who was no more. */
  contactId: string;
  mergedId: string;
  /** Of both, what the undo needs. */
  kept: Json<{ contact: ContactBefore; merged: ContactBefore }>;
  actorId: string | null;
  createdAt: DefaultedInstant;
}

/** A contact as it was before a merge. */
export interface ContactBefore {
  attributes: StoredAttributes;
  blockedAt: string | null;
  blockedBy: string | null;
  createdAt: string;
}

/** What moved with a merge, and goes back with its undo. */
export interface MergeItemsTable {
  mergeId: string;
  identityId: string | null;
  noteId: string | null;
}

/** What a contact is known by; kept by triggers for visitors and their addresses. */
export interface IdentitiesTable {
  id: Defaulted<string>;
  contactId: string;
  kind: IdentityKind;
  /** The session that a `widget_session` is; it has no value. */
  visitorId: string | null;
  /** In lower case for an address. */
  value: string | null;
  /** The website whose word or number it is; null for what somebody said of themselves. */
  websiteId: string | null;
  verifiedAt: NullableInstant;
  /** Its contact has another one that says the same; two contacts with the same address were merged. */
  isDuplicate: Defaulted<boolean>;
  createdAt: DefaultedInstant;
}

/** Who comes by a channel instead of the widget: their session, and where they are answered. */
export interface ChannelSessionsTable {
  channel: CustomerChannel;
  /** What the channel calls them. */
  address: string;
  visitorId: string;
  handle: string | null;
  /** Since when they want nothing more. */
  unreachableSince: NullableInstant;
  createdAt: DefaultedInstant;
}

/** Who wants no mail, by lower-case address. */
export interface MailUnsubscribesTable {
  id: Defaulted<string>;
  address: string;
  unsubscribedAt: DefaultedInstant;
}

export interface IdentityProvidersTable {
  id: Defaulted<string>;
  name: string;
  issuer: string;
  clientId: string;
  /** Encrypted by the caller; empty for none. */
  clientSecret: string;
  scopes: string[];
  domains: string[];
  role: Role;
  groupsClaim: string;
  groupRoles: ColumnType<GroupRole[], string, string>;
  trustedForSecondFactor: boolean;
  isActive: boolean;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Who somebody is at a provider. */
export interface ProviderIdentitiesTable {
  providerId: string;
  subject: string;
  userId: string;
  createdAt: DefaultedInstant;
  lastUsedAt: DefaultedInstant;
}

export interface ScimTokensTable {
  id: Defaulted<string>;
  name: string;
  /** What it begins with, to know it by. */
  prefix: string;
  tokenHash: string;
  /** Of the accounts it makes. */
  role: Role;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  lastUsedAt: NullableInstant;
}

/** What a directory says of an account beside what the account has. */
export interface ScimPeopleTable {
  userId: string;
  userName: string;
  externalId: string | null;
  /** Deleted there: not there for the directory any more. */
  removedAt: NullableInstant;
  updatedAt: DefaultedInstant;
}

export interface ScimGroupsTable {
  id: Defaulted<string>;
  displayName: string;
  externalId: string | null;
  /** What its members are given; nothing until an administrator says so. */
  roleId: string | null;
  teamId: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ScimGroupMembersTable {
  groupId: string;
  userId: string;
}

/** Whose role their groups say, with the one that they had before. */
export interface ScimRolesTable {
  userId: string;
  role: Role;
  roleId: string | null;
}

export interface PeopleTables {
  users: UsersTable;
  roles: RolesTable;
  teams: TeamsTable;
  teamMembers: TeamMembersTable;
  teamWebsites: TeamWebsitesTable;
  apiKeys: ApiKeysTable;
  idempotentCalls: IdempotentCallsTable;
  invitations: InvitationsTable;
  websites: WebsitesTable;
  visitors: VisitorsTable;
  contacts: ContactsTable;
  identities: IdentitiesTable;
  merges: MergesTable;
  mergeItems: MergeItemsTable;
  contactNotes: ContactNotesTable;
  contactNoteVersions: ContactNoteVersionsTable;
  channelSessions: ChannelSessionsTable;
  mailUnsubscribes: MailUnsubscribesTable;
  identityProviders: IdentityProvidersTable;
  providerIdentities: ProviderIdentitiesTable;
  scimTokens: ScimTokensTable;
  scimPeople: ScimPeopleTable;
  scimGroups: ScimGroupsTable;
  scimGroupMembers: ScimGroupMembersTable;
  scimRoles: ScimRolesTable;
}
