/** Every sentence about files. `{name}`, `{size}` and `{count}` are filled in when shown. */
const texts = {
  files: 'Files',
  uploading: 'Uploading…',
  checking: 'Checking…',
  remove: 'Remove {name}',
  open: 'Enlarge {name}',
  save: 'Save {name}',
  close: 'Close picture',
  tooMany: 'At most {count} files go with one message.',
  // Why a file does not go up: an `ErrorCode`, where that alone says it.
  overLimit: 'Larger than {size}',
  rate_limited: 'That is more than can be sent in a day',
  files_waiting: 'Send your message first, then attach more',
  notHere: 'No files can be sent here',
  later: 'You can send files once someone from our team has answered.',
  unavailable: 'We can’t take files right now',
  failed: 'Not uploaded',
  // Why a file was refused: `RefusalReason`.
  type: 'Files of this type can’t be sent',
  unreadable: 'This picture can’t be opened',
  too_large: 'This picture has too many pixels',
  infected: 'The virus scanner found something',
  unchecked: 'This file could not be checked',
  incomplete: 'This file did not arrive whole',
  program: 'Programs and scripts can’t be sent',
  damaged: 'This file is damaged, or not what its name says',
  unsafe: 'This file could do harm when it is opened',
  active_content: 'Files with active content can’t be sent here',
};

export type FileTexts = typeof texts;
export default texts;
