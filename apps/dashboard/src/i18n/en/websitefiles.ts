import { catalogue } from '../catalogue.ts';

export const websiteFileWords = catalogue('websitefiles', {
  title: 'Files from visitors',
  when: 'Visitors may send files',
  always: 'Always',
  afterAnswer: 'Once a person has answered',
  never: 'Never',
  afterAnswerHint: 'Until then the chat tells them so.',
  picture: 'Pictures',
  pictureHint: 'PNG, JPEG, GIF, WebP and HEIC, without what cameras write into them',
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
  filesPerDay: 'Files a day from one visitor',
  bytesPerDay: 'Size a day from one visitor',
  toAssistant: 'Show pictures to the assistant',
  toAssistantHint:
    'Its model sees what visitors send. What a picture shows is data to it, never an instruction. Switched on by administrators.',
});
