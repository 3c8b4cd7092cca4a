import * as Type from 'typebox';
import { route } from '../route.ts';
import { allOptional, expected, Id, IdParam, NoContent, Strict } from '../schema.ts';
import { slaPoliciesMax } from '../sla/limits.ts';
import { SlaPolicy, SlaPolicyDraft, slaPolicyFields, SlaPreview } from '../sla/sla.ts';

const tag = { name: 'SLA', description: 'Policies for how soon conversations are answered and solved.' };
const params = Strict({ id: IdParam });

export const listSlaPolicies = route({
  method: 'GET',
  path: '/api/sla-policies',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the SLA policies in their order: the first one that fits a conversation applies',
  responses: { 200: Type.Array(SlaPolicy) },
});

export const addSlaPolicy = route({
  method: 'POST',
  path: '/api/sla-policies',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Create an SLA policy, the last in the order; open conversations follow it at once',
  refusals: ['conflict'],
  body: SlaPolicyDraft,
  responses: { 201: SlaPolicy },
});

export const updateSlaPolicy = route({
  method: 'PATCH',
  path: '/api/sla-policies/:id',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Change an SLA policy; due times are computed again',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(slaPolicyFields), ...expected(slaPolicyFields) }, { minProperties: 1 }),
  responses: { 200: SlaPolicy },
});

export const orderSlaPolicies = route({
  method: 'PUT',
  path: '/api/sla-policies/order',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Put the SLA policies into another order, which names each of them once',
  refusals: ['conflict'],
  body: Strict({ ids: Type.Array(Id, { maxItems: slaPoliciesMax }) }),
  responses: { 200: Type.Array(SlaPolicy) },
});

export const previewSlaPolicy = route({
  method: 'POST',
  path: '/api/sla-policies/preview',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Count the open conversations that a policy would apply to, and those overdue at once; nothing is saved',
  refusals: ['conflict'],
  body: Strict({
    policy: SlaPolicyDraft,
    /** Policy that it would replace; a new one comes last. */
    id: Type.Optional(Id),
  }),
  responses: { 200: SlaPreview },
});

export const deleteSlaPolicy = route({
  method: 'DELETE',
  path: '/api/sla-policies/:id',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Delete an SLA policy; its conversations follow the next one that fits',
  params,
  responses: { 204: NoContent },
});
