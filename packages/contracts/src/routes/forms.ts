import * as Type from 'typebox';
import { Form, FormDraft, formFields, ShownForm } from '../forms/forms.ts';
import { fieldOptionsMax, fieldTextMaxLength, formFieldsMax } from '../forms/limits.ts';
import { languageCodes } from '../text/languages.ts';
import { route } from '../route.ts';
import { allOptional, Described, expected, IdParam, NoContent, OneOf, Strict } from '../schema.ts';
import { visitorsTag } from './visitor.ts';

const tag = {
  name: 'Forms',
  description: 'Questions to customers: before the chat, at a hand-off, or in a message. Answers fill attributes.',
};
const params = Strict({ id: IdParam });

export const listForms = route({
  method: 'GET',
  path: '/api/forms',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the forms, by name',
  responses: { 200: Type.Array(Form) },
});

export const addForm = route({
  method: 'POST',
  path: '/api/forms',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Create a form',
  refusals: ['conflict'],
  body: FormDraft,
  responses: { 201: Form },
});

export const updateForm = route({
  method: 'PATCH',
  path: '/api/forms/:id',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Change a form; those that were sent stay as they were',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(formFields), ...expected(formFields) }, { minProperties: 1 }),
  responses: { 200: Form },
});

export const deleteForm = route({
  method: 'DELETE',
  path: '/api/forms/:id',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Delete a form; websites stop asking for it, and answers stay',
  params,
  responses: { 204: NoContent },
});

export const getVisitorForm = route({
  method: 'GET',
  path: '/api/visitor/forms/:id',
  access: 'website',
  tag: visitorsTag,
  summary: 'Get the form that the website asks for before the chat, in a language',
  params,
  query: Strict({ language: Described(OneOf(languageCodes), 'Language of its texts.') }),
  responses: { 200: ShownForm },
});

const path = '/api/forms/page';
const query = Strict({
  token: Type.String({ minLength: 1, maxLength: 500, description: 'The signed part of the link.' }),
});

export const formPage = route({
  method: 'GET',
  path,
  access: 'anyone',
  tag,
  summary: 'Show the page behind the link to a form; opening it changes nothing',
  refusals: ['not_found'],
  query,
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const answerFormByLink = route({
  method: 'POST',
  path,
  access: 'anyone',
  tag,
  summary: 'Store the answers of the page behind the link to a form',
  refusals: ['not_found'],
  query,
  /** Values of its HTML form by name. */
  body: Strict({
    values: Type.Array(
      Strict({ field: Type.String({ maxLength: 40 }), value: Type.String({ maxLength: 2 * fieldTextMaxLength }) }),
      { maxItems: formFieldsMax * fieldOptionsMax },
    ),
  }),
  bodyLimit: 128 * 1024,
  responses: { 200: Type.Unknown() },
  raw: true,
});
