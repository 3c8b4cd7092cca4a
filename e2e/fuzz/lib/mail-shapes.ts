/** Nasty mails of any size: each shape grows in one direction, the one that some reader of mail takes too long for. */
import type { Chance } from '../../chaos/seeded.ts';

export interface MailShape {
  name: string;
  /** A mail of about so many bytes. */
  mail: (bytes: number) => Buffer;
}

const head = 'From: Anna <anna@example.com>\r\nTo: support@shop.example\r\nSubject: Hi\r\n';
const plainHead = `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n`;
const htmlHead = `${head}Content-Type: text/html; charset=utf-8\r\n\r\n`;

/** `unit` again and again, cut at so many bytes. */
const run = (unit: string, bytes: number): string =>
  unit.repeat(Math.ceil(bytes / Math.max(1, Buffer.byteLength(unit)))).slice(0, bytes);

const shape = (name: string, text: (bytes: number) => string): MailShape => ({
  name,
  mail: (bytes) => Buffer.from(text(bytes)),
});
const header = (name: string, field: string, unit: string): MailShape =>
  shape(`header: ${name}`, (bytes) => `${field}: ${run(unit, bytes)}\r\n${head}\r\nhi`);
const manyFields = (name: string, unit: string): MailShape =>
  shape(`fields: ${name}`, (bytes) => `${run(unit, bytes)}\r\n${head}\r\nhi`);
const text = (name: string, unit: string, end = ''): MailShape =>
  shape(`text: ${name}`, (bytes) => `${plainHead}Hello\n${run(unit, bytes)}${end}`);
const html = (name: string, unit: string, end = ''): MailShape =>
  shape(`html: ${name}`, (bytes) => `${htmlHead}<p>Hello</p>${run(unit, bytes)}${end}`);

/** HTML beside plain text, of which a reader makes one text: first the HTML, then the other. */
const besidePlain = (name: string, unit: string): MailShape =>
  shape(
    `beside plain text: ${name}`,
    (bytes) =>
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>${run(unit, bytes)}\r\n--b\r\nContent-Type: text/plain\r\n\r\nYours\r\n--b--\r\n`,
  );

const fields = ['From', 'To', 'Subject', 'References', 'Message-ID', 'Content-Type', 'Authentication-Results'];
const fieldUnits = {
  letters: 'x',
  spaces: ' ',
  folds: '\r\n x',
  'empty folds': '\r\n ',
  quotes: '"',
  'quoted pairs': '"\\"',
  'angle brackets': '<',
  'angle addresses': '<a@b.example>, ',
  'at signs': 'a@',
  comments: '(',
  'comments that end': '(a)',
  commas: ',',
  groups: 'a:',
  semicolons: ';',
  equals: 'a=',
  parameters: '; name*0="x"',
  'encoded words': '=?utf-8?Q?a?= ',
  'encoded word beginnings': '=?utf-8?Q?',
  'base64 words': '=?utf-8?B?YQ==?= ',
  'unknown charsets': '=?x-none?Q?=FF?= ',
};

/** The announcements of quotations that the reader knows, without their ends, and with. */
const intros = [
  'On Thu, Nov 19, 2026 at 9:58 AM Acme ',
  'Am Do., 19. Nov. 2026 um 09:58 schrieb ',
  'Le jeu. 19 nov. 2026 à 09:58, Acme a écrit ',
  'El jue, 19 nov 2026 a las 9:58, Acme escribió ',
  'Em qui., 19 de nov. de 2026 às 09:58, Acme escreveu ',
  'Il giorno gio 19 nov 2026 alle ore 09:58 ha scritto ',
  'Op do 19 nov 2026 om 09:58 schreef ',
  'W dniu 19.11.2026 o 09:58 Acme pisze ',
  'Den tors 19 nov. 2026 kl 09:58 skrev ',
  'pe 19. marrask. 2026 kirjoitti ',
  '19 Kas 2026 Per tarihinde yazdı ',
  '2026年11月19日 9:58 Acme ',
  '在 2026年11月19日 写道 ',
  'чт, 19 нояб. 2026 г. в 09:58, Acme ',
  'Sent from my ',
  'Von meinem iPhone gesendet ',
  'Kind regards and ',
  '---------- Forwarded message ',
  '-----Original Message',
  'From: a Sent: b To: c Subject: d ',
];

const texts: readonly MailShape[] = [
  text('letters in one line', 'x'),
  text('spaces', ' '),
  text('tabs and spaces at ends', ' \t \n'),
  text('empty lines', '\n'),
  text('lines of spaces', ' \n \n'),
  text('arrows in one line', '>'),
  text('arrows and spaces', '> '),
  text('quoted lines', '> > >\n'),
  ...['-', '_', '=', '+', '—', '*', '~', '#', '##-'].map((sign) => text(`a run of ${sign}`, sign)),
  ...['-- \n', '_____\n', '--\n\n'].map((line) => text(`rules ${JSON.stringify(line)}`, line)),
  ...intros.flatMap((intro) => [
    text(`${intro}in one line`, intro),
    text(`${intro}in lines`, `${intro}\n`),
    text(`${intro}quoted`, `> ${intro}\n> \n`),
    text(`${intro}long lines`, `${run(intro, 395)}\n`),
  ]),
  text('heads', 'From: a\nx\nTo: b\nx\n'),
  text('heads of stars', '*From: *a\n'),
  text('our mark', '##- x\n> '),
  text('zero-width signs', '\u200b\u2060 '),
  text('no-break spaces', '\u00a0'),
  text('colons', ': : :\n'),
  text('emoji', '😀'),
];

const htmls: readonly MailShape[] = [
  ...[
    '<',
    '<<',
    '<div',
    '<div ',
    '<div id=',
    '<div>',
    '</div>',
    '<div style="border-top:',
    '<hr',
    '<hr id="',
    '<a href="',
  ].map((unit) => html(`a run of ${unit}`, unit)),
  ...[
    '<p>',
    '<b><i>',
    '<blockquote>',
    '<ul><li>',
    '<table><tr><td>',
    '<font color=red>',
    '<p></b>',
    '<a></p>',
    '</x>',
  ].map((unit) => html(`tags ${unit}`, unit)),
  html('opened, then closed otherwise', '<b>', run('</i>', 5_000)),
  html('many names', '<a1><a2><a3><a4></a5></a6>'),
  ...['<!--', '<!-- -->', '<!', '<![CDATA[', '<?', '<script>', '<style>', '<textarea>', '<title>'].map((unit) =>
    html(`a run of ${unit}`, unit),
  ),
  ...['&', '&amp;', '&#', '&#x41', '&notanentity', '&amp;amp;'].map((unit) => html(`entities ${unit}`, unit)),
  html('attributes', '<div a b c d e f=g>'),
  html('one tag of attributes', ' a="b"', '>'),
  html('quotation marks', '<a b="', '">'),
  html('alternating quotation marks', `<a b="'" c='"'>`),
  html('pictures', '<img src="cid:x">'),
  html('line breaks', '<br>'),
  html('spaces', ' '),
  html('words', 'word '),
  html('preformatted', '<pre>\n  x</pre>'),
  html('nested tables', '<table><tr><td>x</td></tr></table>'),
  html('Outlook’s heads', '<div style="border:none;border-top:solid #000000 1.0pt">'),
];

const parts: readonly MailShape[] = [
  shape(
    'parts: empty',
    (bytes) => `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${run('--b\r\n\r\n', bytes)}`,
  ),
  shape(
    'parts: delimiters alone',
    (bytes) => `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${run('--b\r\n', bytes)}`,
  ),
  shape(
    'parts: photos',
    (bytes) =>
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${run('--b\r\nContent-Type: image/jpeg; name=a.jpg\r\n\r\nx\r\n', bytes)}`,
  ),
  shape(
    'parts: texts',
    (bytes) =>
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${run('--b\r\nContent-Type: text/html\r\n\r\n<b>x\r\n', bytes)}`,
  ),
  shape(
    'parts: alternatives',
    (bytes) =>
      `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n${run('--b\r\n\r\nx\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>x\r\n', bytes)}`,
  ),
  shape('parts: multiparts beside each other', (bytes) => {
    let at = 0;
    let all = '';
    while (all.length < bytes)
      all += `--b\r\nContent-Type: multipart/mixed; boundary=c${(at += 1)}\r\n\r\n--c${at}\r\n\r\nx\r\n`;
    return `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${all}`;
  }),
  shape('parts: nested', (bytes) => {
    let at = 0;
    let all = `${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n`;
    while (all.length < bytes) all += `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${(at += 1)}\r\n\r\n`;
    return all;
  }),
  shape(
    'parts: nested by a prefix',
    (bytes) =>
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${run('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n', bytes)}`,
  ),
  shape(
    'parts: almost delimiters',
    (bytes) =>
      `${head}Content-Type: multipart/mixed; boundary=${'b'.repeat(60)}\r\n\r\n${run(`--${'b'.repeat(59)}\r\n`, bytes)}`,
  ),
  shape(
    'parts: delimiters with spaces',
    (bytes) => `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${run(`--b${' '.repeat(200)}x\r\n`, bytes)}`,
  ),
  shape('parts: messages in messages', (bytes) => `${head}${run('Content-Type: message/rfc822\r\n\r\n', bytes)}`),
];

const encoded = (name: string, encoding: string, unit: string, type = 'text/plain; charset=utf-8'): MailShape =>
  shape(
    `encoding: ${name}`,
    (bytes) => `${head}Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${run(unit, bytes)}`,
  );
const encodings: readonly MailShape[] = [
  encoded('base64 in one line', 'base64', 'QUJD'),
  encoded('base64 garbage', 'base64', '=*\r\n='),
  encoded('base64 of one letter a line', 'base64', 'Q\r\n'),
  encoded('quoted-printable equals', 'quoted-printable', '='),
  encoded('quoted-printable soft breaks', 'quoted-printable', 'a=\r\n'),
  encoded('quoted-printable garbage', 'quoted-printable', '=G=3'),
  encoded('flowed text', '7bit', 'word \r\n', 'text/plain; format=flowed; delsp=yes'),
  encoded('flowed signatures', '7bit', '-- \r\n', 'text/plain; format=flowed'),
  encoded('an unknown charset', '8bit', '\u00ff', 'text/plain; charset=x-nobody'),
  encoded('iso-2022-jp escapes', '7bit', '\u001b$B', 'text/plain; charset=iso-2022-jp'),
  encoded('utf-16', '8bit', 'a\0', 'text/plain; charset=utf-16le'),
];

export const mailShapes: readonly MailShape[] = [
  ...fields.flatMap((field) =>
    Object.entries(fieldUnits).map(([name, unit]) => header(`${field} of ${name}`, field, unit)),
  ),
  manyFields('unknown', 'X-Y: z\r\n'),
  manyFields('recipients', 'To: a@b.example\r\n'),
  manyFields('received', 'Received: from a by b; Thu, 19 Nov 2026 10:15:00 +0100\r\n'),
  manyFields('verdicts', 'Authentication-Results: mx.shop.example; dmarc=pass\r\n'),
  manyFields('without a colon', 'x\r\n'),
  manyFields('names alone', 'x:\r\n'),
  ...parts,
  ...texts,
  ...htmls,
  ...['<a href="', '<', '<!--', '<li', '&', ' '].map((unit) => besidePlain(`a run of ${unit}`, unit)),
  ...encodings,
];

/** Two or three shapes in one mail, and a few bytes turned. */
export function mixedMail(chance: Chance, bytes: number): { name: string; raw: Buffer } {
  const chosen = Array.from({ length: 2 + chance.below(2) }, () => chance.pick(mailShapes));
  const boundary = `b${chance.below(1_000)}`;
  const pieces = chosen.map((each) => {
    const raw = each.mail(Math.ceil(bytes / chosen.length));
    // Repeats the same header, so that each is a part of its own.
    return Buffer.concat([
      Buffer.from(`\r\n--${boundary}\r\n`),
      raw.subarray(raw.indexOf('Content-Type') < 0 ? 0 : raw.indexOf('Content-Type')),
    ]);
  });
  const raw = Buffer.concat([
    Buffer.from(`${head}Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n`),
    ...pieces,
  ]);
  for (let turned = chance.below(20); turned > 0; turned -= 1) raw[chance.below(raw.length)] = chance.below(256);
  return { name: chosen.map((each) => each.name).join(' + '), raw };
}
