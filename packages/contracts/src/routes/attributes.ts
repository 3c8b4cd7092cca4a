import * as Type from 'typebox';
import {
  Attribute,
  AttributeChoices,
  AttributeChange,
  AttributeContent,
  AttributeKey,
  AttributeName,
  AttributesOf,
  AttributeSubject,
  AttributeType,
  RequiredToClose,
} from '../conversations/attributes.ts';
import { attributesMax } from '../conversations/limits.ts';
import { route } from '../route.ts';
import { allOptional, expected, IdParam, NoContent, Nullable, Strict } from '../schema.ts';

const tag = {
  name: 'Attributes',
  description: 'What the team keeps of conversations and contacts, in fields of its own.',
};
const params = Strict({ id: IdParam });
/** Fields of an attribute that can be changed. */
const fields = { name: AttributeName, choices: AttributeChoices, requiredToClose: Nullable(RequiredToClose) };

export const listAttributes = route({
  method: 'GET',
  path: '/api/attributes',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the attributes of conversations and contacts, by name',
  responses: { 200: Type.Array(Attribute) },
});

export const addAttribute = route({
  method: 'POST',
  path: '/api/attributes',
  access: 'staff',
  permission: 'attributes.manage',
  tag,
  summary: 'Declare an attribute; its key and type can’t be changed later',
  body: Strict({
    subject: AttributeSubject,
    key: AttributeKey,
    name: AttributeName,
    type: AttributeType,
    choices: Type.Optional(AttributeChoices),
    requiredToClose: Type.Optional(Nullable(RequiredToClose)),
  }),
  responses: { 201: Attribute },
});

export const updateAttribute = route({
  method: 'PATCH',
  path: '/api/attributes/:id',
  access: 'staff',
  permission: 'attributes.manage',
  tag,
  summary:
    'Rename an attribute, change its choices or when it is required to close; removed choices stay on values until those are changed',
  params,
  body: Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 }),
  responses: { 200: Attribute },
});

export const deleteAttribute = route({
  method: 'DELETE',
  path: '/api/attributes/:id',
  access: 'staff',
  permission: 'attributes.manage',
  tag,
  summary: 'Delete an attribute with all its values',
  params,
  responses: { 204: NoContent },
});

export const getAttributesOf = route({
  method: 'GET',
  path: '/api/conversations/:id/attributes',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Get the attributes of a conversation and its contact',
  params,
  responses: { 200: AttributesOf },
});

/** Value of the conversation or of its contact, depending on the key; null removes it. */
const Given = Strict({ key: AttributeKey, value: Nullable(AttributeContent) });

export const setAttributes = route({
  method: 'PATCH',
  path: '/api/conversations/:id/attributes',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Set attributes of a conversation and its contact, all or none',
  params,
  body: Strict({
    values: Type.Array(AttributeChange, { minItems: 1, maxItems: 2 * attributesMax }),
  }),
  responses: { 200: AttributesOf },
});

export const setVisitorAttributes = route({
  method: 'PATCH',
  path: '/api/visitor/attributes',
  access: 'visitor',
  tag,
  summary:
    'Set attributes of the visitor and the conversation from the page; unsigned, so they replace nothing from other sources',
  refusals: ['blocked'],
  body: Strict({ values: Type.Array(Given, { minItems: 1, maxItems: 2 * attributesMax }) }),
  responses: { 204: NoContent },
});
