/** Saved views: a filter and an order under a name. */
import * as Type from 'typebox';
import { sortableFields } from './conversation-fields.ts';
import { Filter } from '../filter/filter.ts';
import { Id, Nullable, OneOf, Timestamp } from '../schema.ts';

/** Orders by an instant, the earliest first; conversations without one follow. */
export const earliestSortFields = { waiting: 'waitingSince', due: 'dueAt' } as const;
export type EarliestSort = keyof typeof earliestSortFields;
export const isEarliestSort = (sort: string | undefined): sort is EarliestSort =>
  sort !== undefined && Object.hasOwn(earliestSortFields, sort);
const earliestSorts = Object.keys(earliestSortFields) as EarliestSort[];

/**
 * By last activity, newest first; by longest wait or earliest due time, followed by all others by last activity; or by a
 * field, the most urgent first, then by last activity.
 */
export const listSorts = ['activity', ...earliestSorts, ...sortableFields] as const;
export const ListSort = OneOf(listSorts);
export type ListSort = Type.Static<typeof ListSort>;

/** Users who see a view: its owner, the members of one team (of any team, if none is named), or everyone. */
export const viewScopes = ['me', 'team', 'all'] as const;
export const ViewScope = OneOf(viewScopes);
export type ViewScope = Type.Static<typeof ViewScope>;

/** Views that one person owns, at most. */
export const viewsMax = 100;
export const viewNameMaxLength = 60;

/** Replaces an erased customer in a view's name and filter. */
export const erasedText = '[erased]';

export const View = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Unanswered in the shop'] }),
    filter: Filter,
    sort: ListSort,
    scope: ViewScope,
    /** Team of a view with the scope `team`; null for all teams. */
    teamId: Nullable(Id),
    ownerId: Id,
    /** Present if its filter names an attribute that has been deleted: it takes in nothing until the filter is changed. */
    isBroken: Type.Optional(Type.Literal(true)),
    /** Its place among those of its scope, from 0 up. */
    place: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'View' },
);
export type View = Type.Static<typeof View>;
