/** Visitors who have a page of a website open, for websites that have switched this on. */
import * as Type from 'typebox';
import { CleanLine, Id, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

/** Pages report only that they are open, or also their address. */
export const visibleModes = ['count', 'pages'] as const;
export const liveVisitorModes = ['off', ...visibleModes] as const;
export const LiveVisitorMode = OneOf(liveVisitorModes);
export type LiveVisitorMode = Type.Static<typeof LiveVisitorMode>;

/** Visitors that a list has at most; the numbers count all. */
export const liveVisitorsListed = 200;
/** Pages kept of one visit, the newest. */
export const livePagesMax = 20;

/** Report of a page over its socket: empty where the website only counts. */
export const PageReport = Strict({
  url: Type.Optional(Type.String({ maxLength: 2000 })),
  title: Type.Optional(CleanLine({ maxLength: 300 })),
  /** Page that led to the website, at the first report of a visit. */
  referrer: Type.Optional(Type.String({ maxLength: 2000 })),
});
export type PageReport = Type.Static<typeof PageReport>;

const Page = Type.Object({ url: Type.String(), title: Nullable(Type.String()), since: Timestamp });

export const LiveVisitor = Type.Object(
  {
    /** Id of the visit, which begins with the first page of a tab and ends with the tab. */
    id: Id,
    websiteId: Id,
    since: Timestamp,
    /** The newest last: the one that is open. */
    pages: Type.Array(Page),
    referrer: Nullable(Type.String()),
    campaign: Nullable(Type.String()),
    /** Known only of visitors who have written, in a conversation that the reader may see. */
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    conversationId: Nullable(Id),
  },
  { $id: 'LiveVisitor' },
);
export type LiveVisitor = Type.Static<typeof LiveVisitor>;

export const LiveVisitors = Type.Object(
  {
    /** Websites of the reader's scope that have live visitors switched on. */
    websites: Type.Array(Type.Object({ websiteId: Id, count: Type.Integer({ minimum: 0 }) })),
    /** The newest 200, of websites that report their pages. */
    visitors: Type.Array(LiveVisitor),
  },
  { $id: 'LiveVisitors' },
);
export type LiveVisitors = Type.Static<typeof LiveVisitors>;

/** Sent to a visitor's page by the gateway: the team has begun a conversation with them. */
export const Invitation = Type.Object({
  type: Type.Literal('invited'),
  /** Visitor token with which the page continues it. */
  token: Type.String(),
});
export type Invitation = Type.Static<typeof Invitation>;
