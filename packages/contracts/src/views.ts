/** Saved views: a filter and an order under a name. */
import * as Type from 'typebox';
import { Filter } from './filter.ts';
import { Id, Nullable, OneOf, Timestamp } from './schema.ts';

/**
 * By last activity, newest first; who waits longest first, and behind them all others by last activity; or the most
 * urgent first, by last activity among each other.
 */
export const listSorts = ['activity', 'waiting', 'priority'] as const;
export const ListSort = OneOf(listSorts);
export type ListSort = Type.Static<typeof ListSort>;

/** Whose a view is: one's own, those of who is in one team (or in any, where none is named), or everybody's. */
export const viewScopes = ['me', 'team', 'all'] as const;
export const ViewScope = OneOf(viewScopes);
export type ViewScope = Type.Static<typeof ViewScope>;

/** Views that one person owns, at most. */
export const viewsMax = 100;
export const viewNameMaxLength = 60;

/** Stands in a view's name and filter for a customer who was erased. */
export const erasedText = '[erased]';

export const View = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Unanswered in the shop'] }),
    filter: Filter,
    sort: ListSort,
    scope: ViewScope,
    /** Of a view for a team; null for all of them. */
    teamId: Nullable(Id),
    ownerId: Id,
    /** Its place among those of its scope, from 0 up. */
    place: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'View' },
);
export type View = Type.Static<typeof View>;
