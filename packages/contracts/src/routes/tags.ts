import * as Type from 'typebox';
import { route } from '../route.ts';
import { allOptional, expected, Id, IdParam, NoContent, Strict } from '../schema.ts';
import { Tag, TagColour, TagName, TagUse } from '../conversations/tags.ts';

const tag = { name: 'Tags', description: 'The one vocabulary of tags that conversations have.' };
const params = Strict({ id: IdParam });
const fields = { name: TagName, colour: TagColour };

export const listTags = route({
  method: 'GET',
  path: '/api/tags',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the tags by name',
  responses: { 200: Type.Array(Tag) },
});

export const countTagUses = route({
  method: 'GET',
  path: '/api/tags/uses',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Count the conversations of each tag; unused tags are left out',
  responses: { 200: Type.Array(TagUse) },
});

export const addTag = route({
  method: 'POST',
  path: '/api/tags',
  access: 'staff',
  permission: 'tags.add',
  tag,
  summary: 'Create a tag; an existing one of that name is returned as it is, with 200',
  body: Strict({ name: TagName, colour: Type.Optional(TagColour) }),
  responses: { 200: Tag, 201: Tag },
});

export const updateTag = route({
  method: 'PATCH',
  path: '/api/tags/:id',
  access: 'staff',
  permission: 'tags.manage',
  tag,
  summary: 'Rename a tag or change its colour, everywhere',
  params,
  body: Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 }),
  responses: { 200: Tag },
});

export const mergeTag = route({
  method: 'POST',
  path: '/api/tags/:id/merge',
  access: 'staff',
  permission: 'tags.manage',
  tag,
  summary: 'Merge a tag into another one everywhere, and delete it; returns the other one',
  params,
  body: Strict({ into: Id }),
  responses: { 200: Tag },
});

export const deleteTag = route({
  method: 'DELETE',
  path: '/api/tags/:id',
  access: 'staff',
  permission: 'tags.manage',
  tag,
  summary: 'Delete a tag, also from every conversation',
  params,
  responses: { 204: NoContent },
});
