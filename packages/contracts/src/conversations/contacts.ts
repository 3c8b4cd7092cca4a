/** Contacts: everyone who writes to the team, through any channel. For staff only. */
import * as Type from 'typebox';
import { AttributeValue } from './attributes.ts';
import { CompanyOfContact } from './companies.ts';
import { customerChannels, type CustomerChannel } from '../channels/list.ts';
import { Id, Nullable, OneOf, Timestamp } from '../schema.ts';

const ownKinds = ['widget_session', 'email', 'external_id', 'phone'] as const;
export type IdentityKind = (typeof ownKinds)[number] | CustomerChannel;
export const identityKinds: readonly ['widget_session', ...IdentityKind[]] = [
  ...ownKinds,
  ...customerChannels.map(({ id }) => id),
];

/** Identity of a contact: a browser, an address or a number. */
export const ContactIdentity = Type.Object({
  id: Id,
  kind: OneOf(identityKinds),
  /** An address or a number; null for a browser. */
  value: Nullable(Type.String()),
  /** Website that supplied the value, or that the browser visited. */
  website: Nullable(Type.String()),
  /** Time of the proof; null for a claim without proof. */
  verifiedAt: Nullable(Timestamp),
  /** Set for browsers only. */
  userAgent: Nullable(Type.String()),
  lastSeenAt: Nullable(Timestamp),
  createdAt: Timestamp,
});
export type ContactIdentity = Type.Static<typeof ContactIdentity>;

/** Contact as lists return it. */
export const ContactEntry = Type.Object(
  {
    id: Id,
    /** Last name that the contact or the team gave. */
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    emailVerified: Type.Boolean(),
    /** Visitor id of one of their sessions, always the same one, to tell contacts without a name apart. */
    visitorId: Nullable(Id),
    /** Website where they were last seen. */
    website: Nullable(Type.String()),
    conversationCount: Type.Integer({ minimum: 0 }),
    firstSeenAt: Timestamp,
    lastSeenAt: Nullable(Timestamp),
    /** Time since when the contact is blocked; null if not. */
    blockedAt: Nullable(Timestamp),
  },
  { $id: 'ContactEntry' },
);
export type ContactEntry = Type.Static<typeof ContactEntry>;

/** Records that a user merged two contacts. A merge can be undone. */
export const ContactMerge = Type.Object(
  {
    id: Id,
    /** Addresses, numbers and names of the contact that was merged in. */
    knownBy: Type.Array(Type.String()),
    /** Current name of the user who merged them. */
    actorName: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { $id: 'ContactMerge' },
);
export type ContactMerge = Type.Static<typeof ContactMerge>;

/** All that is known of a person but for their conversations and what the team noted. */
export const Contact = Type.Object(
  {
    ...ContactEntry.properties,
    /** Current name of the user who blocked them. */
    blockedBy: Nullable(Type.String()),
    identities: Type.Array(ContactIdentity),
    attributes: Type.Array(AttributeValue),
    company: Nullable(CompanyOfContact),
    /** Possible duplicates by an identity without proof; at most 20. */
    proposed: Type.Array(ContactEntry),
    /** The newest first. */
    merges: Type.Array(ContactMerge),
  },
  { $id: 'Contact' },
);
export type Contact = Type.Static<typeof Contact>;

/** Note of the team about a contact. It never reaches a customer, mail, model or webhook. */
export const ContactNote = Type.Object(
  {
    id: Id,
    contactId: Id,
    authorId: Nullable(Id),
    /** Current name of the author. */
    authorName: Nullable(Type.String()),
    /** Current text; null if the note was removed. */
    body: Nullable(Type.String()),
    editedAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { $id: 'ContactNote' },
);
export type ContactNote = Type.Static<typeof ContactNote>;

/** Earlier text of a note about a contact; null for the version that records the removal. */
export const ContactNoteVersion = Type.Object({ body: Nullable(Type.String()), createdAt: Timestamp });
export type ContactNoteVersion = Type.Static<typeof ContactNoteVersion>;
