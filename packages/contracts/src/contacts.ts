/** People: whoever writes to us, whatever they come by. For the staff's eyes. */
import * as Type from 'typebox';
import { AttributeValue } from './attributes.ts';
import { customerChannels, type CustomerChannel } from './channels/list.ts';
import { Id, Nullable, OneOf, Timestamp } from './schema.ts';

const ownKinds = ['widget_session', 'email', 'external_id', 'phone'] as const;
export type IdentityKind = (typeof ownKinds)[number] | CustomerChannel;
export const identityKinds: readonly ['widget_session', ...IdentityKind[]] = [
  ...ownKinds,
  ...customerChannels.map(({ id }) => id),
];

/** One thing that somebody is known by. */
export const ContactIdentity = Type.Object({
  id: Id,
  kind: OneOf(identityKinds),
  /** An address or a number; null for a browser. */
  value: Nullable(Type.String()),
  /** The website whose word it is, or whose page the browser was on. */
  website: Nullable(Type.String()),
  /** Since when it is proven; null for what somebody said of themselves. */
  verifiedAt: Nullable(Timestamp),
  /** Of a browser. */
  userAgent: Nullable(Type.String()),
  lastSeenAt: Nullable(Timestamp),
  createdAt: Timestamp,
});
export type ContactIdentity = Type.Static<typeof ContactIdentity>;

/** A person as lists show them. */
export const ContactEntry = Type.Object(
  {
    id: Id,
    /** As they, or the team, said it last. */
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    emailVerified: Type.Boolean(),
    /** One of their sessions, always the same: by it those without a name are told apart. */
    visitorId: Nullable(Id),
    /** Of the website where they were seen last. */
    website: Nullable(Type.String()),
    conversationCount: Type.Integer({ minimum: 0 }),
    firstSeenAt: Timestamp,
    lastSeenAt: Nullable(Timestamp),
    /** Since when nothing of theirs reaches the team; null while it does. */
    blockedAt: Nullable(Timestamp),
  },
  { $id: 'ContactEntry' },
);
export type ContactEntry = Type.Static<typeof ContactEntry>;

/** By it somebody has said that two contacts are one person; it can be undone. */
export const ContactMerge = Type.Object(
  {
    id: Id,
    /** What came with it: addresses, numbers and names. */
    knownBy: Type.Array(Type.String()),
    /** Who merged them, as they are called now. */
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
    /** Who blocked them, as they are called now. */
    blockedBy: Nullable(Type.String()),
    identities: Type.Array(ContactIdentity),
    attributes: Type.Array(AttributeValue),
    /** Contacts that may be the same person, by something that nobody has proven; at most 20. */
    proposed: Type.Array(ContactEntry),
    /** The newest first. */
    merges: Type.Array(ContactMerge),
  },
  { $id: 'Contact' },
);
export type Contact = Type.Static<typeof Contact>;

/** What the team noted about a person. No customer, mail, model or webhook ever sees one. */
export const ContactNote = Type.Object(
  {
    id: Id,
    contactId: Id,
    authorId: Nullable(Id),
    /** As they are called now. */
    authorName: Nullable(Type.String()),
    /** What it says now; null once it is removed. */
    body: Nullable(Type.String()),
    editedAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { $id: 'ContactNote' },
);
export type ContactNote = Type.Static<typeof ContactNote>;

/** What a note about a person has said; the last of a removed one says nothing. */
export const ContactNoteVersion = Type.Object({ body: Nullable(Type.String()), createdAt: Timestamp });
export type ContactNoteVersion = Type.Static<typeof ContactNoteVersion>;
