import type { ApiKeyPermission } from '@parley/contracts/users/api-keys';
import type { ColumnType } from 'kysely';
import type { WebsiteFiles } from '@parley/contracts/messages/attachments';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { HelpInWidget } from '@parley/contracts/knowledge/help';
import type { IdentityKind } from '@parley/contracts/conversations/contacts';
import type { CompanySource } from '@parley/contracts/conversations/companies';
import type { Availability, Campaign, Role, VisitedPage } from '@parley/contracts/entities';
import type { CountrySource } from '@parley/contracts/visitors/countries';
import type { Routing } from '@parley/contracts/routing/routing';
import type { ShiftTimes } from '@parley/contracts/users/shifts';
import type { BuiltInRole, Scope } from '@parley/contracts/permissions/rights';
import type { GroupRole } from '@parley/contracts/users/identity-providers';
import type { DateFormat, HourFormat } from '@parley/contracts/users/time-format';
import type { WebsiteProactive } from '@parley/contracts/proactive/proactive';
import type { WebsiteLook } from '@parley/contracts/settings/settings';
import type { Language } from '@parley/contracts/text/languages';
import type { LiveVisitorMode } from '@parley/contracts/visitors/live-visitors';
import type { TrackedEvent } from '@parley/contracts/visitors/tracked-events';
import type { Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export interface UsersTable {
  id: Defaulted<string>;
  name: string;
  email: string;
  username: string;
  passwordHash: string;
  /** False for an account that an identity provider or directory created: no password of it is known. */
  hasPassword: Defaulted<boolean>;
  /** True once a mail to the address, an admin or a directory has confirmed that it is the user's. */
  emailProven: Defaulted<boolean>;
  role: Role;
  /** Custom role that replaces `role`; ignored for admins. */
  roleId: Defaulted<string | null>;
  status: Defaulted<Availability>;
  profileImageUrl: string | null;
  /** Language of the dashboard; null for the browser's. */
  language: Language | null;
  /** Null for the browser's. */
  timeZone: string | null;
  /** Null as the language has it. */
  dateFormat: DateFormat | null;
  hourFormat: HourFormat | null;
  /** Seconds for which their messages are held back before they are sent. */
  sendDelaySeconds: Defaulted<number>;
  readTranslated: Defaulted<boolean>;
  /** Below their replies by mail, as Markdown with variables; empty for that of the mailbox. */
  mailSignature: Defaulted<string>;
  /** Load up to which they are assigned conversations automatically. */
  capacity: Defaulted<number>;
  /** Languages they answer in, by code. */
  languages: Defaulted<string[]>;
  /** Skills, compared with the tags of conversations. */
  skills: Defaulted<string[]>;
  isActive: Defaulted<boolean>;
  /** `service`: an API key that activities as itself. It can't sign in and appears in no list of users. */
  kind: Defaulted<'person' | 'service'>;
  /** Raised to end every session of the account. */
  sessionEpoch: Defaulted<number>;
  /** Time when a second factor was set up. */
  secondFactorAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Stores who is at work; `users/availability.ts` reads it. */
export interface AvailabilitiesTable {
  userId: string;
  /** Time until which the user counts as connected. */
  connectedUntil: NullableInstant;
  inputAt: NullableInstant;
  /** Availability published last, and since when. */
  availability: Defaulted<Availability>;
  since: DefaultedInstant;
  /** When they were assigned a conversation automatically last. */
  givenAt: NullableInstant;
}

export interface AbsencesTable {
  id: Defaulted<string>;
  userId: string;
  startsAt: Instant;
  endsAt: Instant;
  coveredBy: string | null;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ShiftsTable {
  id: Defaulted<string>;
  userId: string;
  times: Json<ShiftTimes>;
  startsAt: Instant;
  endsAt: NullableInstant;
  timedUntil: DefaultedInstant;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Times of shifts in the next weeks. */
export interface ShiftTimesTable {
  shiftId: string;
  startsAt: Instant;
  endsAt: Instant;
}

/** Stores roles. The permissions of built-in roles are defined in contracts. */
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
  scheduleId: Defaulted<string | null>;
  /** Fields that were set; the others have their defaults. */
  routing: Json<Partial<Routing>>;
  /** When its leads were told last that many conversations wait; null since fewer do. */
  alertedAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface TeamMembersTable {
  teamId: string;
  userId: string;
  isLead: Defaulted<boolean>;
}

export interface TeamWebsitesTable {
  teamId: string;
  websiteId: string;
}

export interface ApiKeysTable {
  id: Defaulted<string>;
  /** User that its calls activity as. */
  userId: string;
  name: string;
  /** Hex SHA-256 of the whole key. */
  hash: string;
  /** First characters of the key, to recognize it. */
  prefix: string;
  permissions: ApiKeyPermission[];
  /** Websites it is limited to; null for all. */
  websiteIds: string[] | null;
  callsPerMinute: number;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  expiresAt: NullableInstant;
  lastUsedAt: NullableInstant;
  endedAt: NullableInstant;
}

/** Stores the response to each write call that carried an `Idempotency-Key`. */
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
  /** Custom role, as in `UsersTable`. */
  roleId: Defaulted<string | null>;
  /** Address that it was made for. */
  email: string | null;
  mailedAt: NullableInstant;
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
  /** Limits of the files that visitors may send; null for the defaults. */
  files: Json<WebsiteFiles | null>;
  /** Encrypted by the caller. */
  identitySecret: string | null;
  /** Time when one of its pages first loaded the widget. */
  firstSeenAt: NullableInstant;
  /** Host name of its own for the help centre. */
  helpHost: string | null;
  helpInWidget: Defaulted<HelpInWidget>;
  scheduleId: Defaulted<string | null>;
  /** Team of its new conversations. */
  teamId: Defaulted<string | null>;
  /** Whether customers are told when a person will answer. */
  promisesReplies: Defaulted<boolean>;
  mailAfterMinutes: Defaulted<number | null>;
  pushWorker: Defaulted<string | null>;
  liveVisitors: Defaulted<LiveVisitorMode>;
  look: Json<WebsiteLook>;
  /** Forms that its visitors are asked to fill in. */
  formBefore: Defaulted<string | null>;
  formAway: Defaulted<string | null>;
  formHandOff: Defaulted<string | null>;
  proactive: Json<WebsiteProactive>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Browsers of visitors that receive push messages. */
export interface VisitorPushDevicesTable {
  id: Defaulted<string>;
  visitorId: string;
  /** Session that added it; null for one without a name. */
  session: string | null;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Key of ours that the browser accepts messages from. */
  publicKey: string;
  language: Language;
  createdAt: DefaultedInstant;
}

/** How far a conversation was pushed to its visitor. */
export interface VisitorPushesTable {
  conversationId: string;
  untilSeq: number;
}

export interface VisitorsTable {
  id: Defaulted<string>;
  websiteId: string | null;
  /** Key of the identity that the website's own server vouched for; unique per website. */
  identityKey: string | null;
  email: string | null;
  emailVerified: Defaulted<boolean>;
  /** The customer number that the website's server signed for this session. */
  externalId: Defaulted<string | null>;
  /** Telephone number that the website's server signed. */
  phone: Defaulted<string | null>;
  /** A keyed hash of the network from which an unproven email was left. */
  emailNetwork: string | null;
  name: string | null;
  userAgent: string | null;
  /** Language of the page. */
  locale: string | null;
  /** Languages set in the browser, the preferred one first. */
  browserLanguages: Defaulted<string[]>;
  timeZone: string | null;
  pageUrl: string | null;
  pageTitle: string | null;
  /** Pages opened last, newest first; a trigger adds the page that is written. */
  pages: Json<VisitedPage[]>;
  /** The page of another website that they came from. */
  pageReferrer: string | null;
  campaign: Json<Campaign | null>;
  /** Code of ISO 3166-1, and how it is known. */
  country: Defaulted<string | null>;
  countrySource: Defaulted<CountrySource | null>;
  lastSeenAt: NullableInstant;
  /** Time when an import created it; null otherwise. */
  importedAt: NullableInstant;
  /** Article that the visitor read in the help centre before writing. */
  readArticleId: Defaulted<string | null>;
  /** Raised to end every token of the visitor. */
  tokenEpoch: Defaulted<number>;
  /** Sessions (a browser's tokens) ended one by one. */
  revokedSessions: Defaulted<string[]>;
  /** Last logout in any browser: pages that were opened by a link from before are closed. */
  loggedOutAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Events that a website tracks of its visitors. */
export interface TrackedEventsTable {
  visitorId: string;
  id: string;
  name: string;
  properties: Json<TrackedEvent['properties']>;
  at: Instant;
}

/** Stores one customer across all channels. */
export interface ContactsTable {
  id: Defaulted<string>;
  /** Name that the team gave; names from the page or the website don't replace it. */
  givenName: Defaulted<string | null>;
  attributes: Json<StoredAttributes>;
  /** User who removed an attribute's value, by attribute key. */
  attributesRemovedBy: Defaulted<Json<Record<string, string | null>>>;
  /** Time since which none of their messages reach the team. */
  blockedAt: NullableInstant;
  blockedBy: Defaulted<string | null>;
  companyId: Defaulted<string | null>;
  /** Null where nothing has decided about the company yet. */
  companySource: Defaulted<CompanySource | null>;
  createdAt: DefaultedInstant;
}

/** Stores a company; `company_domains` contains its domains. */
export interface CompaniesTable {
  id: Defaulted<string>;
  name: string;
  attributes: Json<StoredAttributes>;
  createdAt: DefaultedInstant;
}

export interface CompanyDomainsTable {
  domain: string;
  companyId: string;
}

/** Stores notes about contacts; `contact_note_versions` contains their text. */
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

/** Stores merges of two contacts by a user. */
export interface MergesTable {
  id: Defaulted<string>;
  /** Contact that remained, and contact that was deleted. */
  contactId: string;
  mergedId: string;
  /** State of both before the merge, for the undo. */
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

/** Stores the rows that a merge moved; its undo moves them back. */
export interface MergeItemsTable {
  mergeId: string;
  identityId: string | null;
  noteId: string | null;
}

/** Stores the identities of contacts; triggers maintain those of visitors and their addresses. */
export interface IdentitiesTable {
  id: Defaulted<string>;
  contactId: string;
  kind: IdentityKind;
  /** The session that a `widget_session` is; it has no value. */
  visitorId: string | null;
  /** In lower case for an address. */
  value: string | null;
  /** Website that vouched for the value or issued it; null for values that customers stated themselves. */
  websiteId: string | null;
  verifiedAt: NullableInstant;
  /**
   * True if its contact has another identity with the same value, after a merge of two contacts with the same address.
   */
  isDuplicate: Defaulted<boolean>;
  createdAt: DefaultedInstant;
}

/** Stores the visitor and reply address of each customer who writes through a channel other than the widget. */
export interface ChannelSessionsTable {
  channel: CustomerChannel;
  /** Identifier of the customer in the channel. */
  address: string;
  visitorId: string;
  handle: string | null;
  /** Time since which the customer accepts no messages. */
  unreachableSince: NullableInstant;
  /** Time until which the customer can be answered, for channels that limit it. */
  replyUntil: NullableInstant;
  createdAt: DefaultedInstant;
}

/** Stores the lower-case addresses that have unsubscribed from mail. */
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

/** Links users to their accounts at identity providers. */
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
  /** First characters of the token, to recognize it. */
  prefix: string;
  tokenHash: string;
  /** Role of the accounts it creates. */
  role: Role;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  lastUsedAt: NullableInstant;
}

/** Stores what a directory sends about an account beyond the account's own columns. */
export interface ScimUsersTable {
  userId: string;
  userName: string;
  externalId: string | null;
  /** Time when the directory deleted the account; the directory no longer sees it. */
  removedAt: NullableInstant;
  updatedAt: DefaultedInstant;
}

export interface ScimGroupsTable {
  id: Defaulted<string>;
  displayName: string;
  externalId: string | null;
  /** Role of its members; null until an admin sets one. */
  roleId: string | null;
  teamId: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ScimGroupMembersTable {
  groupId: string;
  userId: string;
}

/** Stores the previous role of each user who has a role from a directory group. */
export interface ScimRolesTable {
  userId: string;
  role: Role;
  roleId: string | null;
}

export interface UserTables {
  users: UsersTable;
  availabilities: AvailabilitiesTable;
  absences: AbsencesTable;
  shifts: ShiftsTable;
  shiftTimes: ShiftTimesTable;
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
  companies: CompaniesTable;
  companyDomains: CompanyDomainsTable;
  identities: IdentitiesTable;
  merges: MergesTable;
  mergeItems: MergeItemsTable;
  contactNotes: ContactNotesTable;
  contactNoteVersions: ContactNoteVersionsTable;
  visitorPushDevices: VisitorPushDevicesTable;
  trackedEvents: TrackedEventsTable;
  visitorPushes: VisitorPushesTable;
  channelSessions: ChannelSessionsTable;
  mailUnsubscribes: MailUnsubscribesTable;
  identityProviders: IdentityProvidersTable;
  providerIdentities: ProviderIdentitiesTable;
  scimTokens: ScimTokensTable;
  scimUsers: ScimUsersTable;
  scimGroups: ScimGroupsTable;
  scimGroupMembers: ScimGroupMembersTable;
  scimRoles: ScimRolesTable;
}
