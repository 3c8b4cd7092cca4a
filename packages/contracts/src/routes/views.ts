import * as Type from 'typebox';
import { Filter, filterTextMax } from '../filter/filter.ts';
import { route } from '../route.ts';
import { allOptional, expected, Id, IdParam, Name, NoContent, Nullable, Strict } from '../schema.ts';
import { countedInboxes } from '../conversations/inboxes.ts';
import { ListSort, View, viewNameMaxLength, viewScopes, ViewScope } from '../conversations/views.ts';

const tag = { name: 'Views', description: 'Saved filters of conversations, and how many each takes in.' };
const params = Strict({ id: IdParam });
const name = Name({ maxLength: viewNameMaxLength });
/** Used with the scope `team`; null means all teams. */
const TeamOfView = Nullable(Id);
const fields = { name, filter: Filter, sort: ListSort, scope: ViewScope, teamId: TeamOfView };

export const listViews = route({
  method: 'GET',
  path: '/api/views',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the caller’s views and those shared with them, by scope and position',
  responses: { 200: Type.Array(View) },
});

export const countViews = route({
  method: 'GET',
  path: '/api/views/counts',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Count the conversations of the caller’s inboxes, teams and views, exactly',
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String({
          description: `ID of a view, \`team:\` and the ID of a team of the caller, or ${countedInboxes.join(', ')}`,
        }),
        count: Type.Integer({ minimum: 0 }),
      }),
    ),
  },
});

export const countFiltered = route({
  method: 'GET',
  path: '/api/counts',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Count the conversations that match a filter, exactly',
  query: Strict({ filter: Type.String({ maxLength: filterTextMax, description: 'A Filter as JSON' }) }),
  responses: { 200: Type.Object({ count: Type.Integer({ minimum: 0 }) }) },
});

export const addView = route({
  method: 'POST',
  path: '/api/views',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: `Save a filter and an order as a view, for ${viewScopes.join(', ')}`,
  body: Strict({
    name,
    filter: Filter,
    sort: Type.Optional(ListSort),
    scope: Type.Optional(ViewScope),
    teamId: Type.Optional(TeamOfView),
  }),
  responses: { 201: View },
});

export const updateView = route({
  method: 'PATCH',
  path: '/api/views/:id',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Rename, change, share or move a view, as its owner or, if shared, as an admin',
  params,
  body: Strict(
    {
      ...allOptional(fields),
      ...expected(fields),
      place: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    },
    { minProperties: 1 },
  ),
  responses: { 200: View },
});

export const deleteView = route({
  method: 'DELETE',
  path: '/api/views/:id',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Delete a view; conversations don’t change',
  params,
  responses: { 204: NoContent },
});
