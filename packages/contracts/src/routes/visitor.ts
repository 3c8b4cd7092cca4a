import * as Type from 'typebox';
import { AttachmentInputs } from '../messages/attachments.ts';
import { ResponseDraft } from '../messages/blocks.ts';
import { Message, MessageContent, ReactionChange } from '../entities.ts';
import { reachableEmailPattern } from '../text/email-address.ts';
import { attributesMax } from '../conversations/limits.ts';
import { emailMaxLength, nameMaxLength } from '../users/limits.ts';
import { messagesPerPageMax } from '../messages/limits.ts';
import { searchMaxLength } from '../filter/limits.ts';
import { ProactiveOrigin } from '../proactive/proactive.ts';
import { FieldError } from '../problems.ts';
import { route } from '../route.ts';
import { CleanLine, Described, Id, IdParam, NoContent, Nullable, PageLimit, Seq, Strict } from '../schema.ts';
import { LinkPreview } from '../visitors/link-preview.ts';
import { trackedEventLimits } from '../visitors/limits.ts';
import { TrackedEventInput } from '../visitors/tracked-events.ts';
import { VisitorConversation, VisitorConversationEntry, WidgetSetup } from '../visitors/widget.ts';
import { Email } from './auth.ts';

export const visitorsTag = {
  name: 'Visitors',
  description: 'What the widget asks for on a page of a registered website.',
};
const tag = visitorsTag;

/** Page that the visitor is on; `url` without its fragment. */
const Page = Strict({
  url: Type.String({ maxLength: 2000 }),
  title: Type.Optional(CleanLine({ maxLength: 300 })),
  referrer: Type.Optional(Type.String({ maxLength: 2000 })),
});

/** Identity that the page claims for the visitor; verified only with a valid `hash`. */
export const ClaimedIdentity = Strict({
  email: Email,
  name: Type.Optional(Nullable(CleanLine({ maxLength: nameMaxLength }))),
  /** A hex HMAC of the email, or a JWT, by the website's server; the latter may bring attributes. */
  hash: Type.Optional(Nullable(Type.String({ maxLength: 8000 }))),
  /** Attributes that the page claims, by key. */
  attributes: Type.Optional(
    Nullable(
      Type.Unsafe<Record<string, unknown>>(
        Type.Object({}, { additionalProperties: true, maxProperties: 2 * attributesMax, examples: [{ plan: 'pro' }] }),
      ),
    ),
  ),
});

/** Email address that a visitor leaves to receive answers. */
export const ReachableEmail = Type.String({
  format: 'email',
  pattern: reachableEmailPattern,
  maxLength: emailMaxLength,
  examples: ['grace@example.com'],
});

export const getWidgetSetup = route({
  method: 'GET',
  path: '/api/visitor/config',
  access: 'website',
  tag,
  summary: 'Get the widget’s appearance and who answers now; cacheable',
  query: Strict({
    path: Type.Optional(Type.String({ maxLength: 2000, description: 'The path of the page, for page rules.' })),
  }),
  responses: { 200: WidgetSetup },
});

export const startVisitorSession = route({
  method: 'POST',
  path: '/api/visitor/session',
  access: 'website',
  tag,
  summary: 'Get a visitor token, renewed from a valid one, and the current conversation',
  accepts: ['none', 'visitorToken'],
  body: Strict({
    page: Page,
    user: Type.Optional(ClaimedIdentity),
    locale: Type.Optional(Type.String({ maxLength: 35 })),
    timeZone: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  responses: {
    200: Type.Object({
      token: Type.String(),
      visitorId: Id,
      conversation: Nullable(VisitorConversation),
      /** Why none of the attributes was taken that the page, or its website's server, gave. */
      attributeErrors: Type.Optional(Type.Array(FieldError)),
    }),
  },
});

export const endVisitorSession = route({
  method: 'DELETE',
  path: '/api/visitor/session',
  access: 'visitor',
  tag,
  summary: 'Log out of this browser; its tokens stop counting',
  responses: { 204: NoContent },
});

export const updateVisitor = route({
  method: 'PATCH',
  path: '/api/visitor',
  access: 'visitor',
  tag,
  summary: 'Set an email or a name; counts as unverified',
  refusals: ['blocked'],
  body: Strict(
    {
      email: Type.Optional(ReachableEmail),
      name: Type.Optional(CleanLine({ minLength: 1, maxLength: nameMaxLength })),
      page: Type.Optional(Page),
    },
    { minProperties: 1 },
  ),
  responses: { 204: NoContent },
});

export const trackEvents = route({
  method: 'POST',
  path: '/api/visitor/events',
  access: 'visitor',
  tag,
  summary: 'Store events that the page tracked, once there is a conversation; the newest 100, for 30 days',
  refusals: ['conflict'],
  body: Strict({ events: Type.Array(TrackedEventInput, { minItems: 1, maxItems: trackedEventLimits.perCall }) }),
  responses: { 204: NoContent },
});

export const NamedConversation = Type.Optional(
  Described(Id, 'One of the visitor’s conversations; the newest without it.'),
);
export const ofConversation = Strict({ conversationId: NamedConversation });

export const listVisitorConversations = route({
  method: 'GET',
  path: '/api/visitor/conversations',
  access: 'visitor',
  tag,
  summary: 'List the visitor’s conversations, the newest message first; at most 50',
  query: Strict({
    q: Type.Optional(
      Type.String({ maxLength: searchMaxLength, description: 'Only those with a message that contains it.' }),
    ),
  }),
  responses: { 200: Type.Array(VisitorConversationEntry) },
});

export const getVisitorConversation = route({
  method: 'GET',
  path: '/api/visitor/conversations/:id',
  access: 'visitor',
  tag,
  summary: 'Get one of the visitor’s conversations with its newest 50 messages, oldest first',
  params: Strict({ id: IdParam }),
  responses: { 200: VisitorConversation },
});

export const listVisitorMessages = route({
  method: 'GET',
  path: '/api/visitor/messages',
  access: 'visitor',
  tag,
  summary: 'List the visitor’s messages before or after a seq, oldest first',
  query: Strict({
    conversationId: NamedConversation,
    after: Type.Optional(Described(Seq, 'Only what is newer than this seq.')),
    before: Type.Optional(Described(Seq, 'Only what is older than this one.')),
    limit: PageLimit(messagesPerPageMax),
  }),
  responses: { 200: Type.Array(Message) },
});

export const postVisitorMessage = route({
  method: 'POST',
  path: '/api/visitor/messages',
  access: 'visitor',
  tag,
  summary: 'Send a message; the first one of a conversation opens it',
  refusals: ['not_found', 'conflict', 'blocked'],
  body: Strict({
    /** May be left out where there are files. */
    content: Type.Optional(MessageContent),
    clientMessageId: Id,
    conversationId: NamedConversation,
    /** Chosen by the client for a new conversation: the first message with it opens one, later ones go there. */
    clientConversationId: Type.Optional(Id),
    attachments: Type.Optional(AttachmentInputs),
    /** Button or form that it answers; the text may be left out then. */
    response: Type.Optional(ResponseDraft),
    /** Message of the conversation that this one quotes. */
    replyTo: Type.Optional(Id),
    /** Proactive message that the conversation begins with, or after. */
    proactive: Type.Optional(ProactiveOrigin),
  }),
  responses: { 200: Message, 201: Message },
});

export const reactAsVisitor = route({
  method: 'POST',
  path: '/api/visitor/messages/:seq/reactions',
  access: 'visitor',
  tag,
  summary: 'Put an emoji on a message of the visitor’s conversation, or take their own back',
  refusals: ['not_found', 'conflict', 'blocked'],
  params: Strict({ seq: Described(Seq, 'Which message.') }),
  query: ofConversation,
  body: ReactionChange,
  responses: { 200: Message },
});

export const previewLink = route({
  method: 'GET',
  path: '/api/visitor/messages/:seq/link-preview',
  access: 'visitor',
  tag,
  summary: 'Get what the first link of a message by the team leads to; null if nothing is known',
  refusals: ['not_found'],
  params: Strict({ seq: Described(Seq, 'Which message.') }),
  query: ofConversation,
  responses: { 200: Nullable(LinkPreview) },
});

export const requestPerson = route({
  method: 'POST',
  path: '/api/visitor/request-person',
  access: 'visitor',
  tag,
  summary: 'Ask for a person instead of the assistant',
  refusals: ['not_found', 'blocked'],
  query: ofConversation,
  responses: { 204: NoContent },
});
