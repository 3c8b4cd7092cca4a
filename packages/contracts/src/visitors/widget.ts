/** Configuration of the widget. Kept small: every page of every website fetches it. */
import * as Type from 'typebox';
import { VisitorFiles } from '../messages/attachments.ts';
import { ConversationStatus } from '../conversations/conversation-fields.ts';
import { Message, SenderType } from '../entities.ts';
import { HelpInWidget } from '../knowledge/help.ts';
import { visibleModes } from './live-visitors.ts';
import { ShownBanner } from '../proactive/banners.ts';
import { ShownProactive, WebsiteProactive } from '../proactive/proactive.ts';
import { AskedRating } from '../ratings/ratings.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from '../schema.ts';
import { WelcomeMessages, WidgetConfig, widgetPositions } from '../settings/settings.ts';
import type { Language } from '../text/languages.ts';

export const WidgetSetup = Type.Object(
  {
    /** False where page rules hide it. */
    show: Type.Boolean(),
    organisation: Type.String(),
    avatarUrl: Type.String(),
    position: OneOf(widgetPositions),
    primaryColor: Type.String(),
    /** White or black, whichever is readable on the primary colour. */
    textColor: Type.String(),
    /** Position, and `light` or `dark` if the chat doesn't follow the visitor's system. */
    at: Type.String({ examples: ['bottom-right'] }),
    /** CSS variables of colours, offsets and the launcher's shape. */
    style: Type.String({ examples: ['--primary:#af1f31;--on-primary:#fff'] }),
    /** Name of the launcher in each language: for screen readers, and shown if its shape has a text. */
    names: Type.Unsafe<Record<Language, string>>(
      Type.Record(Type.String(), Type.String(), { examples: [{ en: 'Chat with us', de: 'Chat' }] }),
    ),
    /** Pages report that they are open, with their address or without; absent if live visitors are off. */
    live: Type.Optional(OneOf(visibleModes)),
    /** Blocks of a chat without messages, in their order, below the greeting. */
    home: WidgetConfig.properties.home,
    links: Type.Optional(WidgetConfig.properties.homeLinks),
    /** The server tells what links of messages lead to; absent if not. */
    linkPreviews: Type.Optional(Type.Literal(true)),
    welcomeMessage: Type.String(),
    /** Replace `welcomeMessage` in their languages; absent if there are none. */
    welcomeMessages: Type.Optional(WelcomeMessages),
    showOnMobile: Type.Boolean(),
    showOnDesktop: Type.Boolean(),
    /** The website's page rules, so that a single-page site can re-check them on navigation without a call. */
    allowedPages: Type.Array(Type.String()),
    whitelistMode: Type.Boolean(),
    /** Rules for files; absent if visitors can't send any. */
    files: Type.Optional(VisitorFiles),
    /** First screen of the widget; absent if there is no help to read. */
    help: Type.Optional(HelpInWidget),
    /** Path of the website's worker file for push messages; absent without them. */
    pushWorker: Type.Optional(Type.String()),
    /** Form to fill in before the first message; absent if there is none now. */
    formId: Type.Optional(Id),
    /** Visitors may erase their own data; absent if not. */
    erasure: Type.Optional(Type.Literal(true)),
    /** Messages that it may show by itself; absent if there are none. */
    proactive: Type.Optional(Type.Object({ ...WebsiteProactive.properties, messages: Type.Array(ShownProactive) })),
    /** Shown now; absent if there are none. */
    banners: Type.Optional(Type.Array(ShownBanner)),
    team: Type.Object({
      /** It is within business hours, or there are none. */
      isOpen: Type.Boolean(),
      /** A person answers now: a representative is online, within business hours where those are kept. */
      isOnline: Type.Boolean(),
      /** Up to three available representatives; absent while nobody is. */
      faces: Type.Optional(Type.Array(Type.Object({ name: Type.String(), profileImageUrl: Nullable(Type.String()) }))),
      /** Half of the first answers of the last 30 days took at most so long; absent without enough of them. */
      replySeconds: Type.Optional(Type.Integer({ minimum: 0 })),
      /** When a person answers who is asked now; absent if nothing can be promised, or the assistant answers first. */
      answersBy: Type.Optional(Timestamp),
      /** The next opening outside business hours. */
      backAt: Nullable(Timestamp),
      /** `ai` while the assistant is on and can be asked, at any hour. */
      answersFirst: OneOf(['ai', 'person']),
      /** Answers reach a visitor’s email address as well. */
      mails: Type.Boolean(),
    }),
  },
  { $id: 'WidgetSetup' },
);
export type WidgetSetup = Type.Static<typeof WidgetSetup>;

/** The visitor's own view of their conversation. */
export const VisitorConversation = Type.Object(
  {
    id: Id,
    status: ConversationStatus,
    isAiAssisted: Type.Boolean(),
    /** Representative who answers; null until one has taken over. */
    representative: Nullable(Type.Object({ id: Id, name: Type.String(), profileImageUrl: Nullable(Type.String()) })),
    lastSeq: Seq,
    /** How far the team has received and read; with these the widget shows delivered and seen. */
    staffDeliveredSeq: Seq,
    staffReadSeq: Seq,
    /** How far the visitor has read; the rest is the unread badge. */
    customerReadSeq: Seq,
    customerEmail: Nullable(Type.String()),
    /** True if the team blocked the visitor: their messages are refused. */
    isBlocked: Type.Optional(Type.Boolean()),
    /** Unread messages of the team in the visitor's other conversations; absent if there are none. */
    unreadElsewhere: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Question how satisfied they are with the closed conversation; absent while it isn't asked. */
    rating: Type.Optional(AskedRating),
    /** The newest 50, oldest first. */
    messages: Type.Array(Message),
  },
  { $id: 'VisitorConversation' },
);
export type VisitorConversation = Type.Static<typeof VisitorConversation>;

/** A conversation of the visitor's as their list shows it. */
export const VisitorConversationEntry = Type.Object(
  {
    id: Id,
    status: ConversationStatus,
    isAiAssisted: Type.Boolean(),
    /** Representative who answers; null until one has taken over. */
    representative: Nullable(Type.Object({ id: Id, name: Type.String(), profileImageUrl: Nullable(Type.String()) })),
    /** First 300 characters of the newest message, or of the newest one that a search has found. */
    lastMessage: Nullable(
      Type.Object({
        content: Type.String(),
        senderType: SenderType,
        senderName: Nullable(Type.String()),
        createdAt: Timestamp,
      }),
    ),
    /** Messages of the team that the visitor hasn't read. */
    unreadCount: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
  },
  { $id: 'VisitorConversationEntry' },
);
export type VisitorConversationEntry = Type.Static<typeof VisitorConversationEntry>;
