import * as Type from 'typebox';
import { roleNameMaxLength, Team } from '../permissions/roles.ts';
import { Routing, RoutingChange, RoutingPreview } from '../routing/routing.ts';
import { route } from '../route.ts';
import { allOptional, expected, Id, IdParam, Name, NoContent, Nullable, Strict } from '../schema.ts';

const tag = { name: 'Teams', description: 'Which people work on the conversations of which websites.' };
const params = Strict({ id: IdParam });
const TeamName = Name({ maxLength: roleNameMaxLength });
const Ids = Type.Array(Id, { maxItems: 500, uniqueItems: true });
const fields = { name: TeamName, memberIds: Ids, leadIds: Ids, websiteIds: Ids, scheduleId: Nullable(Id) };

export const listTeams = route({
  method: 'GET',
  path: '/api/teams',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the teams by name, with their members and websites',
  responses: { 200: Type.Array(Team) },
});

export const addTeam = route({
  method: 'POST',
  path: '/api/teams',
  access: 'staff',
  permission: 'teams.manage',
  tag,
  summary: 'Create a team',
  refusals: ['conflict'],
  body: Strict({ ...allOptional(fields), name: TeamName, routing: Type.Optional(RoutingChange) }),
  responses: { 201: Team },
});

export const updateTeam = route({
  method: 'PATCH',
  path: '/api/teams/:id',
  access: 'staff',
  permission: 'teams.manage',
  tag,
  summary: 'Update a team’s name, schedule or routing, or replace its members, leads or websites',
  refusals: ['conflict'],
  params,
  body: Strict(
    { ...allOptional(fields), routing: Type.Optional(RoutingChange), ...expected({ ...fields, routing: Routing }) },
    { minProperties: 1 },
  ),
  responses: { 200: Team },
});

export const deleteTeam = route({
  method: 'DELETE',
  path: '/api/teams/:id',
  access: 'staff',
  permission: 'teams.manage',
  tag,
  summary: 'Delete a team; its members and websites stay',
  params,
  responses: { 204: NoContent },
});

export const previewRouting = route({
  method: 'POST',
  path: '/api/teams/:id/routing/preview',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary:
    'Get a team’s waiting conversations, its members’ load, and who would be assigned the next one, with the stored routing or another. For its leads, and users who manage teams',
  refusals: ['forbidden'],
  params,
  body: Strict({ routing: Type.Optional(RoutingChange) }),
  responses: { 200: RoutingPreview },
});
