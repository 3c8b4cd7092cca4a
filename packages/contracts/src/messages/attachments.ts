/** Files that go with messages. docs/product.md#the-things-and-their-fields. */
import * as Type from 'typebox';
import {
  attachmentAltMaxLength,
  attachmentsPerMessageMax,
  uploadMaxBytes,
  uploadsPerDayMax,
  visitorUploadsPerDay,
} from './limits.ts';
import { Id, linePattern, Nullable, OneOf, Seq, Strict, Timestamp } from '../schema.ts';

/** Kinds of files; each website selects the kinds that its visitors may send. */
export const fileKinds = ['picture', 'document', 'audio', 'video', 'archive'] as const;
export const FileKind = OneOf(fileKinds);
export type FileKind = Type.Static<typeof FileKind>;

/**
 * The types of each kind, by content. Nobody can send any other: SVG and HTML run scripts. `heic` and `heif` are kept as
 * they came, without a smaller picture.
 */
export const fileTypes: Readonly<Record<FileKind, readonly string[]>> = {
  picture: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/heic', 'image/heif'],
  document: [
    'application/pdf',
    'text/plain',
    'text/csv',
    'text/calendar',
    'text/vcard',
    'message/rfc822',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation',
  ],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/ogg', 'audio/wav', 'audio/flac', 'audio/aac', 'audio/webm'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  archive: ['application/zip'],
};

/**
 * File types that the browser's file picker accepts, by kind. Endings where systems do not agree on a type. HEIC is not
 * among them: iPhones convert it to JPEG for a page that doesn't ask for it.
 */
export const acceptedFiles: Readonly<Record<FileKind, string>> = {
  picture: fileTypes.picture.filter((type) => !/hei[cf]$/.test(type)).join(),
  document: '.pdf,.txt,.log,.md,.csv,.ics,.vcf,.eml,.docx,.xlsx,.pptx,.odt,.ods,.odp',
  audio: 'audio/*',
  video: 'video/*',
  archive: '.zip',
};

export const attachmentStates = ['receiving', 'checking', 'ready', 'refused'] as const;
export const AttachmentState = OneOf(attachmentStates);
export type AttachmentState = Type.Static<typeof AttachmentState>;

/**
 * Why a file is refused:
 *
 * - `type`: its content is of no type that may be sent here, whatever it is called
 * - `unreadable`: it is a picture that cannot be opened, or not what it begins as
 * - `too_large`: it is a picture of more pixels or frames than are opened
 * - `infected`: the virus scanner has found something in it
 * - `unchecked`: it could not be checked
 * - `incomplete`: it never arrived whole
 * - `program`: a system would run it, or follow it, by its ending
 * - `damaged`: it is a document or an archive that is cut, or text called a picture, a film or the like
 * - `unsafe`: a document with macros, paths that lead out of its folder, or commands for a converter of pictures
 * - `active_content`: its website takes no files with active content
 */
export const refusalReasons = [
  'type',
  'unreadable',
  'too_large',
  'infected',
  'unchecked',
  'incomplete',
  'program',
  'damaged',
  'unsafe',
  'active_content',
] as const;
export const RefusalReason = OneOf(refusalReasons);
export type RefusalReason = Type.Static<typeof RefusalReason>;

/**
 * Risks of opening a file:
 *
 * - `script`: it has scripts, or a form that runs some
 * - `program`: it starts a program, or contains one
 * - `command`: it has a field or cell that runs a command (DDE)
 * - `remote_template`: it loads a template from an address
 * - `external`: it fetches something else from outside, or sends something there
 * - `embedded_file`: it has other files in it
 * - `unsearched`: it could not be searched whole, as a part is encrypted or too large
 */
export const activeContents = [
  'script',
  'program',
  'command',
  'remote_template',
  'external',
  'embedded_file',
  'unsearched',
] as const;
export const ActiveContent = OneOf(activeContents);
export type ActiveContent = Type.Static<typeof ActiveContent>;

/** The sizes that a picture is shown in, by their longer edge in pixels; smaller ones stay as they are. */
export const thumbnailEdges = { small: 320, large: 1280 } as const;
export type ThumbnailSize = keyof typeof thumbnailEdges;

const Pixels = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Dimensions = Type.Object({ width: Pixels, height: Pixels });

/** File of a message. Its bytes are downloaded through a link (`linkFiles`) once it is ready. */
export const Attachment = Type.Object(
  {
    id: Id,
    state: AttachmentState,
    /** While `refused`. */
    reason: Nullable(RefusalReason),
    /** Single line without path, control and direction characters; ends with the detected type's ending once known. */
    name: Type.String({ examples: ['screenshot.png'] }),
    /** Detected from the content; null until then. */
    type: Nullable(Type.String({ examples: ['image/png'] })),
    kind: Nullable(FileKind),
    /** In bytes. */
    size: Type.Integer({ minimum: 0, examples: [48_211] }),
    /** Pixels of a ready picture; null otherwise. */
    width: Nullable(Pixels),
    height: Nullable(Pixels),
    /** Alternative text of a picture. */
    alt: Nullable(Type.String()),
    /** Pixels of the previews of a ready picture or a PDF’s first page, to reserve space before they load. */
    thumbnails: Nullable(Type.Object({ small: Dimensions, large: Dimensions })),
    /** Risks found in the file; absent if there are none. */
    activeContent: Type.Optional(Type.Array(ActiveContent, { minItems: 1 })),
    /** Words of a voice note, as a model has written them down. */
    transcript: Type.Optional(Type.String({ examples: ['Can you call me back?'] })),
  },
  { $id: 'Attachment' },
);
export type Attachment = Type.Static<typeof Attachment>;

/** File of a message, with the message that it came with. */
export const SentFile = Type.Object(
  {
    attachment: Attachment,
    conversationId: Id,
    seq: Seq,
    /** Whether the customer sent it; otherwise the team. */
    isFromCustomer: Type.Boolean(),
    sentAt: Timestamp,
  },
  { $id: 'SentFile' },
);
export type SentFile = Type.Static<typeof SentFile>;

/** Whether a file may still become something else. */
export const isUndecided = ({ state }: Pick<Attachment, 'state'>): boolean =>
  state === 'receiving' || state === 'checking';

/** The files that a message brings, in their order: uploads of the sender's own that no message has brought yet. */
export const AttachmentInputs = Type.Array(
  Strict({ id: Id, alt: Type.Optional(Type.String({ maxLength: attachmentAltMaxLength, pattern: linePattern })) }),
  { minItems: 1, maxItems: attachmentsPerMessageMax },
);
export type AttachmentInputs = Type.Static<typeof AttachmentInputs>;

export const visitorFilesWhen = ['always', 'after_answer', 'never'] as const;

/** Rules for files of a website's visitors. */
export const VisitorFiles = Strict({
  /** `after_answer`: once a person of the team has written in the conversation. */
  when: OneOf(visitorFilesWhen),
  kinds: Type.Array(FileKind, { minItems: 1, uniqueItems: true }),
  /** Maximum size of one file. */
  maxBytes: Type.Integer({ minimum: 1024, maximum: uploadMaxBytes, examples: [10 * 1024 * 1024] }),
});
export type VisitorFiles = Type.Static<typeof VisitorFiles>;

export const activeContentRules = ['mark', 'refuse'] as const;

/** File settings of a website. */
export const WebsiteFiles = Strict({
  ...VisitorFiles.properties,
  /** Limit for one visitor in 24 hours; absent means 20 files of 100 MB in all. */
  perDay: Type.Optional(
    Strict({
      files: Type.Integer({ minimum: 1, maximum: uploadsPerDayMax.files, examples: [visitorUploadsPerDay.files] }),
      bytes: Type.Integer({ minimum: 1024, maximum: uploadsPerDayMax.bytes, examples: [visitorUploadsPerDay.bytes] }),
    }),
  ),
  /** Whether files with active content are kept and marked for the team, or refused; absent means kept. */
  activeContent: Type.Optional(OneOf(activeContentRules)),
  /** Whether the assistant’s model sees pictures from visitors; absent means off. Only admins can switch it on. */
  filesToAssistant: Type.Optional(Type.Boolean()),
});
export type WebsiteFiles = Type.Static<typeof WebsiteFiles>;

export const defaultVisitorFiles: VisitorFiles = {
  when: 'always',
  kinds: ['picture', 'document', 'audio', 'video'],
  maxBytes: 10 * 1024 * 1024,
};
