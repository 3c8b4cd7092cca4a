import * as Type from 'typebox';
import { Batch, BulkCommand, bulkLimits } from '../conversations/bulk.ts';
import { Filter } from '../filter/filter.ts';
import { route } from '../route.ts';
import { Id, IdParam, Strict } from '../schema.ts';

const tag = { name: 'Bulk', description: 'Many conversations changed together in the background, with one undo.' };
const params = Strict({ id: IdParam });

export const startBatch = route({
  method: 'POST',
  path: '/api/batches',
  access: 'staff',
  permission: 'conversations.update',
  tag,
  summary:
    'Change many conversations in the background, chosen by ID or by a filter; progress comes as `batch_updated`',
  body: Strict({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: bulkLimits.ids, uniqueItems: true })),
    filter: Type.Optional(Filter),
    commands: Type.Array(BulkCommand, { minItems: 1, maxItems: bulkLimits.commands }),
  }),
  responses: { 202: Batch },
});

export const getBatch = route({
  method: 'GET',
  path: '/api/batches/:id',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Get the progress and result of one’s own batch',
  params,
  responses: { 200: Batch },
});

export const undoBatch = route({
  method: 'POST',
  path: '/api/batches/:id/undo',
  access: 'staff',
  permission: 'conversations.update',
  tag,
  summary: 'Undo one’s own batch, except where later changes build on it; repeating it is safe',
  params,
  responses: { 202: Batch },
});
