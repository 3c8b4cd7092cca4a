import * as Type from 'typebox';
import { Import, importFileMaxBytes, ImportMapping, importPartBytes, ImportReceipt } from '../imports/import.ts';
import { ImportConnection, importSourceIds } from '../imports/sources.ts';
import { route } from '../route.ts';
import { IdParam, Name, NoContent, OneOf, Strict } from '../schema.ts';
import { uploadBodyType } from './uploads.ts';

const tag = {
  name: 'Imports',
  description:
    'Contacts, companies, conversations, canned replies and articles of another product: read, checked, mapped, written and, for 7 days, undone as a whole.',
};
const common = { access: 'staff', permission: 'data.import', tag } as const;
const params = Strict({ id: IdParam });

export const startImport = route({
  ...common,
  method: 'POST',
  path: '/api/imports',
  stepUp: true,
  summary: 'Begin to read another product by its API, or announce a file; nothing is created yet',
  description: 'The answer of the other product decides whether the connection is accepted.',
  refusals: ['conflict', 'not_configured', 'unavailable'],
  body: Strict({
    source: OneOf(importSourceIds),
    connection: Type.Optional(ImportConnection),
    file: Type.Optional(
      Strict({ name: Name({ maxLength: 200 }), size: Type.Integer({ minimum: 1, maximum: importFileMaxBytes }) }),
    ),
  }),
  responses: { 201: Import },
});

export const appendImportFile = route({
  ...common,
  method: 'PUT',
  path: '/api/imports/:id/file',
  stepUp: false,
  summary: 'Send the next part of the file; reading begins with the last byte',
  description: `A part has at most ${importPartBytes} bytes. Repeating a part is harmless.`,
  refusals: ['conflict', 'too_large', 'unavailable'],
  params,
  query: Strict({
    offset: Type.Integer({ minimum: 0, maximum: importFileMaxBytes, description: 'Bytes before this part.' }),
  }),
  bodyLimit: importPartBytes,
  streams: uploadBodyType,
  responses: { 200: Import },
});

export const listImports = route({
  ...common,
  method: 'GET',
  path: '/api/imports',
  summary: 'List the 50 newest imports, newest first',
  responses: { 200: Type.Array(Import) },
});

export const readImport = route({
  ...common,
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'Get an import: what was found, how far it is, and what became of it',
  params,
  responses: { 200: Import },
});

export const writeImport = route({
  ...common,
  method: 'POST',
  path: '/api/imports/:id/run',
  stepUp: true,
  summary: 'Write what was read; nobody is notified and nothing is sent',
  refusals: ['conflict'],
  params,
  body: ImportMapping,
  responses: { 202: Import },
});

export const resumeImport = route({
  ...common,
  method: 'POST',
  path: '/api/imports/:id/resume',
  stepUp: false,
  summary: 'Continue a failed import behind the last stored page',
  refusals: ['conflict'],
  params,
  responses: { 202: Import },
});

export const undoImport = route({
  ...common,
  method: 'POST',
  path: '/api/imports/:id/undo',
  stepUp: true,
  summary: 'Delete what an import has created, except what was changed since',
  refusals: ['conflict'],
  params,
  responses: { 202: Import },
});

export const deleteImport = route({
  ...common,
  method: 'DELETE',
  path: '/api/imports/:id',
  stepUp: false,
  summary: 'Discard an import of which nothing is written yet, with all that was read',
  refusals: ['conflict'],
  params,
  responses: { 204: NoContent },
});

export const readImportReceipt = route({
  ...common,
  method: 'GET',
  path: '/api/imports/:id/receipt',
  summary: 'Get the signed receipt of a finished import',
  params,
  responses: { 200: ImportReceipt },
});

export const verifyImportReceipt = route({
  ...common,
  method: 'POST',
  path: '/api/imports/receipt-checks',
  stepUp: false,
  summary: 'Check whether this installation has signed a receipt',
  body: ImportReceipt,
  responses: { 200: Type.Object({ isGenuine: Type.Boolean() }) },
});
