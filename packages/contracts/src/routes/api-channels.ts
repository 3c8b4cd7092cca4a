import * as Type from 'typebox';
import {
  ApiChannel,
  apiChannelFields,
  ApiChannelKeys,
  callWithFilesMaxBytes,
  ChannelEvent,
  channelEventsMax,
} from '../channels/api-channels.ts';
import { route } from '../route.ts';
import { allOptional, expected, IdParam, NoContent, Strict } from '../schema.ts';
import { Address, KeptAddress } from '../settings/secret-fields.ts';

const tag = {
  name: 'API channels',
  description: 'Channels of your own: events of customers come in, replies go out as signed webhooks.',
};
const params = Strict({ id: IdParam });
const permission = 'webhooks.manage';

export const listApiChannels = route({
  method: 'GET',
  path: '/api/api-channels',
  access: 'staff',
  permission,
  tag,
  summary: 'List the API channels, addresses masked',
  responses: { 200: Type.Array(ApiChannel) },
});

export const addApiChannel = route({
  method: 'POST',
  path: '/api/api-channels',
  access: 'staff',
  permission,
  tag,
  summary: 'Create an API channel; its key and secret are returned only this once',
  body: Strict({ ...apiChannelFields, url: Address }),
  responses: { 201: ApiChannelKeys },
});

export const updateApiChannel = route({
  method: 'PATCH',
  path: '/api/api-channels/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Update an API channel; the mask keeps its address',
  params,
  body: Strict(
    {
      ...allOptional({ ...apiChannelFields, url: KeptAddress }),
      ...expected({ ...apiChannelFields, host: Type.String({ maxLength: 2000 }) }),
    },
    { minProperties: 1 },
  ),
  responses: { 200: ApiChannel },
});

export const rotateApiChannelKeys = route({
  method: 'POST',
  path: '/api/api-channels/:id/keys',
  access: 'staff',
  permission,
  byKey: false,
  tag,
  summary: 'Replace key and secret, returned only this once; the previous ones count for another day',
  params,
  responses: { 200: ApiChannelKeys },
});

export const deleteApiChannel = route({
  method: 'DELETE',
  path: '/api/api-channels/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Delete an API channel; its conversations stay',
  params,
  responses: { 204: NoContent },
});

export const receiveFromApiChannel = route({
  method: 'POST',
  path: '/api/api-channels/:id/events',
  // The program proves itself by the channel's key and a signature.
  access: 'anyone',
  tag,
  summary: 'Send events of customers: messages, edits, reactions and what became of replies; each id counts once',
  description:
    'With files as `multipart/form-data`: the part `events` has the JSON body, and an event names another part by `part` ' +
    'in place of `url`. The signature is over the whole body as it is sent.',
  refusals: ['forbidden', 'not_found', 'too_large', 'unavailable'],
  params,
  // JSON has at most the usual 256 KiB.
  bodyLimit: callWithFilesMaxBytes,
  body: Strict({ events: Type.Array(ChannelEvent, { minItems: 1, maxItems: channelEventsMax }) }),
  responses: { 202: Type.Object({ stored: Type.Integer({ minimum: 0 }) }) },
});
