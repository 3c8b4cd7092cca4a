import * as Type from 'typebox';
import {
  CustomChannel,
  customChannelFields,
  CustomChannelKeys,
  CustomEvent,
  customEventsMax,
} from '../channels/custom-channels.ts';
import { route } from '../route.ts';
import { allOptional, expected, IdParam, NoContent, Strict } from '../schema.ts';
import { Address, KeptAddress } from '../settings/secret-fields.ts';

const tag = {
  name: 'API channels',
  description: 'Channels of your own: events of customers come in, replies go out as signed webhooks.',
};
const params = Strict({ id: IdParam });
const permission = 'webhooks.manage';

export const listCustomChannels = route({
  method: 'GET',
  path: '/api/custom-channels',
  access: 'staff',
  permission,
  tag,
  summary: 'List the API channels, addresses masked',
  responses: { 200: Type.Array(CustomChannel) },
});

export const addCustomChannel = route({
  method: 'POST',
  path: '/api/custom-channels',
  access: 'staff',
  permission,
  tag,
  summary: 'Create an API channel; its key and secret are returned only this once',
  body: Strict({ ...customChannelFields, url: Address }),
  responses: { 201: CustomChannelKeys },
});

export const updateCustomChannel = route({
  method: 'PATCH',
  path: '/api/custom-channels/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Update an API channel; the mask keeps its address',
  params,
  body: Strict(
    {
      ...allOptional({ ...customChannelFields, url: KeptAddress }),
      ...expected({ ...customChannelFields, host: Type.String({ maxLength: 2000 }) }),
    },
    { minProperties: 1 },
  ),
  responses: { 200: CustomChannel },
});

export const rotateCustomChannelKeys = route({
  method: 'POST',
  path: '/api/custom-channels/:id/keys',
  access: 'staff',
  permission,
  byKey: false,
  tag,
  summary: 'Replace key and secret, returned only this once; the previous ones count for another day',
  params,
  responses: { 200: CustomChannelKeys },
});

export const deleteCustomChannel = route({
  method: 'DELETE',
  path: '/api/custom-channels/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Delete an API channel; its conversations stay',
  params,
  responses: { 204: NoContent },
});

export const receiveFromCustomChannel = route({
  method: 'POST',
  path: '/api/channels/custom/:id/events',
  // The program proves itself by the channel's key and a signature.
  access: 'anyone',
  tag,
  summary: 'Send events of customers: messages, edits, reactions and what became of replies; each id counts once',
  refusals: ['forbidden', 'not_found'],
  params,
  body: Strict({ events: Type.Array(CustomEvent, { minItems: 1, maxItems: customEventsMax }) }),
  responses: { 202: Type.Object({ stored: Type.Integer({ minimum: 0 }) }) },
});
