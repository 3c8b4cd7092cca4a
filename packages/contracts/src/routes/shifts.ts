import * as Type from 'typebox';
import { route } from '../route.ts';
import { allOptional, expected, IdParam, NoContent, Strict } from '../schema.ts';
import { Shift, shiftFields } from '../users/shifts.ts';

const tag = { name: 'Shifts', description: 'When users work, weekly.' };
const params = Strict({ id: IdParam });
const paramsOfOne = Strict({ id: IdParam, shiftId: IdParam });

export const listShifts = route({
  method: 'GET',
  path: '/api/shifts',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the shifts that have not ended, the earliest first',
  responses: { 200: Type.Array(Shift) },
});

export const addShift = route({
  method: 'POST',
  path: '/api/users/:id/shifts',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Add a shift of a user: one’s own, or any with the permission',
  refusals: ['conflict'],
  params,
  body: Strict(shiftFields),
  responses: { 201: Shift },
});

export const updateShift = route({
  method: 'PATCH',
  path: '/api/users/:id/shifts/:shiftId',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Change a shift',
  refusals: ['conflict'],
  params: paramsOfOne,
  body: Strict({ ...allOptional(shiftFields), ...expected(shiftFields) }, { minProperties: 1 }),
  responses: { 200: Shift },
});

export const deleteShift = route({
  method: 'DELETE',
  path: '/api/users/:id/shifts/:shiftId',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Delete a shift',
  params: paramsOfOne,
  responses: { 204: NoContent },
});
