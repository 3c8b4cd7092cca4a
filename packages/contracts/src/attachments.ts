/** Files that go with messages. docs/product.md#the-things-and-their-fields. */
import * as Type from 'typebox';
import {
  attachmentAltMaxLength,
  attachmentsPerMessageMax,
  uploadMaxBytes,
  uploadsPerDayMax,
  visitorUploadsPerDay,
} from './limits.ts';
import { Id, linePattern, Nullable, OneOf, Strict } from './schema.ts';

/** What may be sent, by kind; which kinds a website's visitors may send is its own to say. */
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
  audio: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/ogg', 'audio/wav', 'audio/flac', 'audio/aac'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  archive: ['application/zip'],
};

/**
 * What a browser's own choice of files is narrowed to, by kind. Endings where systems do not agree on a type. HEIC is not
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
 * - `unsafe`: it is a document with macros, or has paths that lead out of its folder, or commands for a converter of pictures
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
 * What a file could do when it is opened:
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

/** One file of a message. What it is made of is fetched by a link (`linkFiles`), once it is ready. */
export const Attachment = Type.Object(
  {
    id: Id,
    state: AttachmentState,
    /** While `refused`. */
    reason: Nullable(RefusalReason),
    /** One line, without path, control characters and marks of direction; with the ending of what it is once that is known. */
    name: Type.String({ examples: ['screenshot.png'] }),
    /** By its content; null until that is known. */
    type: Nullable(Type.String({ examples: ['image/png'] })),
    kind: Nullable(FileKind),
    /** In bytes. */
    size: Type.Integer({ minimum: 0, examples: [48_211] }),
    /** Of a picture that is ready, in pixels. */
    width: Nullable(Pixels),
    height: Nullable(Pixels),
    /** What is to be seen, in words, for who cannot see it. */
    alt: Nullable(Type.String()),
    /** Of a picture that is ready, and of a PDF’s first page; for where nothing may jump when it arrives. */
    thumbnails: Nullable(Type.Object({ small: Dimensions, large: Dimensions })),
    /** What it could do when it is opened; left out where nothing was found. */
    activeContent: Type.Optional(Type.Array(ActiveContent, { minItems: 1 })),
  },
  { $id: 'Attachment' },
);
export type Attachment = Type.Static<typeof Attachment>;

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

/** What visitors of a website may send. */
export const VisitorFiles = Strict({
  /** `after_answer`: once a person of the team has written in the conversation. */
  when: OneOf(visitorFilesWhen),
  kinds: Type.Array(FileKind, { minItems: 1, uniqueItems: true }),
  /** Of one file. */
  maxBytes: Type.Integer({ minimum: 1024, maximum: uploadMaxBytes, examples: [10 * 1024 * 1024] }),
});
export type VisitorFiles = Type.Static<typeof VisitorFiles>;

export const activeContentRules = ['mark', 'refuse'] as const;

/** What is said of files on a website. */
export const WebsiteFiles = Strict({
  ...VisitorFiles.properties,
  /** What one visitor may send in 24 hours; 20 files of 100 MB in all where nothing is said. */
  perDay: Type.Optional(
    Strict({
      files: Type.Integer({ minimum: 1, maximum: uploadsPerDayMax.files, examples: [visitorUploadsPerDay.files] }),
      bytes: Type.Integer({ minimum: 1024, maximum: uploadsPerDayMax.bytes, examples: [visitorUploadsPerDay.bytes] }),
    }),
  ),
  /** Whether files with active content are kept and marked for the team, or refused; kept when left out. */
  activeContent: Type.Optional(OneOf(activeContentRules)),
  /** Whether the assistant’s model is shown the pictures that visitors send; off when left out. Switched on by administrators. */
  filesToAssistant: Type.Optional(Type.Boolean()),
});
export type WebsiteFiles = Type.Static<typeof WebsiteFiles>;

export const defaultVisitorFiles: VisitorFiles = {
  when: 'always',
  kinds: ['picture', 'document', 'audio', 'video'],
  maxBytes: 10 * 1024 * 1024,
};
