import { catalogue } from '../catalogue.ts';

export const websiteFileWords = catalogue('websitefiles', {
  title: 'Files from visitors',
  when: 'Visitors may send files',
  always: 'Always',
  afterAnswer: 'After a person has replied',
  never: 'Never',
  afterAnswerHint: 'Until then the chat says so.',
  picture: 'Pictures',
  pictureHint: 'PNG, JPEG, GIF, WebP and HEIC, without camera metadata',
  document: 'Documents',
  documentHint: 'PDF, text, CSV, Word, Excel, PowerPoint, OpenDocument, invitations, contact cards and saved emails',
  audio: 'Audio',
  audioHint: 'MP3, M4A, OGG, WAV, FLAC and AAC',
  video: 'Video',
  videoHint: 'MP4, WebM and QuickTime',
  archive: 'Archives',
  archiveHint: 'ZIP',
  active: 'Files with active content',
  activeHint:
    'Scripts, programs, commands, outside templates and embedded files in PDFs, Office files, archives and emails',
  activeMark: 'Keep and mark for the team',
  activeRefuse: 'Refuse',
  largest: 'Largest file',
  filesPerDay: 'Files per visitor and day',
  bytesPerDay: 'Size per visitor and day',
  toAssistant: 'Show pictures to the assistant',
  toAssistantHint:
    'The model sees pictures visitors send. Their content is treated as data, never as an instruction. Only admins can turn this on.',
});
