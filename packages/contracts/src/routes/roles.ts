import * as Type from 'typebox';
import { permissions, Permission } from '../permissions/permissions.ts';
import { Scope } from '../permissions/rights.ts';
import { RoleBundle, roleNameMaxLength } from '../permissions/roles.ts';
import { route } from '../route.ts';
import { allOptional, expected, IdParam, Name, NoContent, Strict } from '../schema.ts';

const tag = { name: 'Roles', description: 'What people of the team may do, and of which conversations.' };
const params = Strict({ id: IdParam });
const BundleName = Name({ maxLength: roleNameMaxLength });
const Permissions = Type.Array(Permission, { maxItems: permissions.length, uniqueItems: true });
const fields = { name: BundleName, permissions: Permissions, scope: Scope };

export const listRoles = route({
  method: 'GET',
  path: '/api/roles',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the roles, built-in ones first',
  responses: { 200: Type.Array(RoleBundle) },
});

export const addRole = route({
  method: 'POST',
  path: '/api/roles',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Create a role; callers can only grant permissions they have',
  refusals: ['conflict'],
  body: Strict(fields),
  responses: { 201: RoleBundle },
});

export const updateRole = route({
  method: 'PATCH',
  path: '/api/roles/:id',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Update a custom role; applies at once to everybody who has it',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 }),
  responses: { 200: RoleBundle },
});

export const deleteRole = route({
  method: 'DELETE',
  path: '/api/roles/:id',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Delete a role that nobody has',
  refusals: ['conflict'],
  params,
  responses: { 204: NoContent },
});
