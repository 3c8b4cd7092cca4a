import * as Type from 'typebox';
import { Attachment } from '../messages/attachments.ts';
import { fileLinksPerCallMax, uploadMaxBytes } from '../messages/limits.ts';
import type { Permission } from '../permissions/permissions.ts';
import { type Access, route } from '../route.ts';
import { CleanLine, Id, IdParam, NoContent, Nullable, OneOf, Strict } from '../schema.ts';

const tag = {
  name: 'Files',
  description: 'What goes with messages: uploads that go on after a break, and links to what was checked.',
};
const params = Strict({ id: IdParam });

/** Content type of uploaded bytes; https://tus.io/protocols/resumable-upload, version 1.0.0. */
export const uploadBodyType = 'application/offset+octet-stream';

const Upload = Type.Object(
  {
    attachment: Attachment,
    /** Address for sending bytes (`PATCH`) and for the number received so far (`HEAD`), tus 1.0.0. */
    url: Type.String({ examples: ['/api/uploads/01960d2c-4e1f-7b30-8c42-9d0e1f2a3b4c/content'] }),
  },
  { $id: 'Upload' },
);
export type Upload = Type.Static<typeof Upload>;

/** Addresses valid for five minutes, for the caller only and while the caller may see the file. */
export const FileLinks = Type.Object({
  id: Id,
  original: Type.String({ examples: ['/api/files/01960d2c-4e1f-7b30-8c42-9d0e1f2a3b4c/original?link=…'] }),
  /** Smaller versions of a picture: at most 320, and at most 1280 pixels wide or high. */
  small: Nullable(Type.String()),
  large: Nullable(Type.String()),
});
export type FileLinks = Type.Static<typeof FileLinks>;

/** Declares the upload routes, which staff and visitors have under different paths. */
const uploading = <const A extends Access>(access: A, root: '/api/' | '/api/visitor/', permission?: Permission) => ({
  create: route({
    method: 'POST',
    path: `${root}uploads`,
    access,
    permission,
    tag,
    summary: 'Announce a file; returns the address for its bytes',
    refusals: access === 'visitor' ? ['not_configured', 'forbidden', 'not_found', 'blocked'] : ['not_configured'],
    body: Strict({
      /** File name in the browser; stored without path, control and direction characters. */
      name: CleanLine({ minLength: 1, maxLength: 1000 }),
      size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: `At most ${uploadMaxBytes}` }),
    }),
    responses: { 201: Upload },
  }),
  read: route({
    method: 'GET',
    path: `${root}uploads/:id`,
    access,
    permission,
    tag,
    summary: 'Get the state of one’s own file',
    params,
    responses: { 200: Attachment },
  }),
  cancel: route({
    method: 'DELETE',
    path: `${root}uploads/:id`,
    access,
    permission,
    tag,
    summary: 'Cancel one’s own file that no message has',
    params,
    responses: { 204: NoContent },
  }),
  offset: route({
    method: 'HEAD',
    path: `${root}uploads/:id/content`,
    access,
    permission,
    tag,
    summary: 'Get how much of a file has arrived, as `Upload-Offset` (tus 1.0.0)',
    params,
    responses: { 200: NoContent },
    raw: true,
  }),
  append: route({
    method: 'PATCH',
    path: `${root}uploads/:id/content`,
    access,
    permission,
    tag,
    summary:
      'Send the bytes of a file from `Upload-Offset` on (tus 1.0.0); after an interruption, another call sends the rest',
    refusals: ['conflict'],
    params,
    responses: { 204: NoContent },
    streams: uploadBodyType,
    raw: true,
  }),
  link: route({
    method: 'POST',
    path: `${root}files/links`,
    access,
    permission,
    tag,
    summary: 'Create links to ready files, valid for five minutes; files that aren’t ready or visible are left out',
    body: Strict({ ids: Type.Array(Id, { minItems: 1, maxItems: fileLinksPerCallMax, uniqueItems: true }) }),
    responses: { 200: Type.Array(FileLinks) },
  }),
});

const staff = uploading('staff', '/api/', 'conversations.read');
export const createUpload = staff.create;
export const readUpload = staff.read;
export const cancelUpload = staff.cancel;
export const uploadOffset = staff.offset;
export const appendUpload = staff.append;
export const linkFiles = staff.link;

const visitor = uploading('visitor', '/api/visitor/');
export const createVisitorUpload = visitor.create;
export const readVisitorUpload = visitor.read;
export const cancelVisitorUpload = visitor.cancel;
export const visitorUploadOffset = visitor.offset;
export const appendVisitorUpload = visitor.append;
export const linkVisitorFiles = visitor.link;

export const fileVariants = ['original', 'small', 'large'] as const;

export const readFile = route({
  method: 'GET',
  path: '/api/files/:id/:variant',
  access: 'link',
  tag,
  summary: 'Get a file or its preview with a link of `POST /api/files/links`; supports ranges',
  params: Strict({ id: IdParam, variant: OneOf(fileVariants, { description: 'As it is, or a picture of it.' }) }),
  query: Strict({ link: Type.String({ maxLength: 200, description: 'The signature.' }) }),
  responses: { 200: Type.Unknown() },
  raw: true,
});
