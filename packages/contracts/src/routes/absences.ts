import * as Type from 'typebox';
import { route } from '../route.ts';
import { allOptional, expected, Id, IdParam, NoContent, Nullable, Strict, Timestamp } from '../schema.ts';
import { Absence } from '../users/absences.ts';

const tag = { name: 'Absences', description: 'When users are away, and who covers.' };
const params = Strict({ id: IdParam });
const paramsOfOne = Strict({ id: IdParam, absenceId: IdParam });
const fields = { from: Timestamp, until: Timestamp, coveredBy: Nullable(Id) };

export const listAbsences = route({
  method: 'GET',
  path: '/api/absences',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the absences that have not ended, the earliest first',
  responses: { 200: Type.Array(Absence) },
});

export const addAbsence = route({
  method: 'POST',
  path: '/api/users/:id/absences',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Add an absence of a user: one’s own, or any with the permission',
  refusals: ['conflict'],
  params,
  body: Strict({ ...fields, coveredBy: Type.Optional(Nullable(Id)) }),
  responses: { 201: Absence },
});

export const updateAbsence = route({
  method: 'PATCH',
  path: '/api/users/:id/absences/:absenceId',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Change an absence',
  refusals: ['conflict'],
  params: paramsOfOne,
  body: Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 }),
  responses: { 200: Absence },
});

export const deleteAbsence = route({
  method: 'DELETE',
  path: '/api/users/:id/absences/:absenceId',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Delete an absence: the user is back',
  params: paramsOfOne,
  responses: { 204: NoContent },
});
