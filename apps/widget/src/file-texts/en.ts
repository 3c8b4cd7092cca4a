/** Every sentence about files, in the format of `@parley/contracts/i18n/messages`. */
import type { Messages, Translate, Translated } from '@parley/contracts/i18n/messages';

const texts = {
  files: 'Files',
  uploading: 'Uploading…',
  checking: 'Checking…',
  remove: 'Remove {name}',
  open: 'Enlarge {name}',
  save: 'Save {name}',
  close: 'Close picture',
  tooMany: 'A message can have at most {count} files',
  // Why a file does not go up: an `ErrorCode`, where that alone says it.
  overLimit: 'Larger than {size}',
  rate_limited: 'Daily limit reached',
  files_waiting: 'Send your message first, then attach more',
  notHere: 'Files aren’t accepted here',
  later: 'You can send files once someone from our team has answered.',
  unavailable: 'We can’t take files right now',
  failed: 'Upload failed',
  // Why a file was refused: `RefusalReason`.
  type: 'Files of this type can’t be sent',
  unreadable: 'This picture can’t be opened',
  too_large: 'Image resolution too high',
  infected: 'The virus scanner found a threat',
  unchecked: 'This file couldn’t be scanned',
  incomplete: 'Upload was interrupted',
  program: 'Programs and scripts can’t be sent',
  damaged: 'This file is damaged, or isn’t what its name says',
  unsafe: 'This file could be harmful when opened',
  active_content: 'Files with active content can’t be sent here',
} as const satisfies Messages;

export type FileMessages = typeof texts;
/** The sentences in any language, as their file has them. */
export type FileTexts = Translated<FileMessages>;
export type FileTranslate = Translate<FileMessages>;
export default texts;
