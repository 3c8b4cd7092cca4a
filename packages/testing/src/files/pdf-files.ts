/** PDFs made by code, for what is drawn of their first page. */
import { deflateSync } from 'node:zlib';

export interface PdfParts {
  /** Media box of the only page. */
  mediaBox?: string;
  /** Drawing instructions, in the language of PDF. */
  content?: string;
  /** More entries of the page's resources, of the document's catalogue and of its end. */
  resources?: string;
  catalogue?: string;
  trailer?: string;
  /** Further objects, from number 5 on. */
  objects?: readonly (string | Buffer)[];
  /** How often the page is named among the pages. */
  pages?: number;
  /** Writes wrong offsets of objects. */
  isBroken?: boolean;
}

/** A stream object. */
export function pdfStream(entries: string, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes, { level: 9 });
  const head = `<<${entries}/Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

/** A whole document: a red square at the lower left unless something else is drawn. */
export function pdfFile(parts: PdfParts = {}): Buffer {
  const { mediaBox = '0 0 600 800', content = '1 0 0 rg 0 0 300 300 re f', pages = 1, objects = [] } = parts;
  const all = [
    `<</Type/Catalog/Pages 2 0 R${parts.catalogue ?? ''}>>`,
    `<</Type/Pages/Count ${pages}/Kids[${'3 0 R '.repeat(pages)}]>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[${mediaBox}]/Contents 4 0 R/Resources<<${parts.resources ?? ''}>>>>`,
    pdfStream('', Buffer.from(content)),
    ...objects,
  ];
  const pieces = [Buffer.from('%PDF-1.7\n')];
  const starts: number[] = [];
  let length = pieces[0]?.length ?? 0;
  for (const [index, object] of all.entries()) {
    starts.push(length);
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    pieces.push(piece);
    length += piece.length;
  }
  const rows = starts.map((start) => `${String(parts.isBroken ? start + 7 : start).padStart(10, '0')} 00000 n \n`);
  const end = `trailer\n<</Size ${all.length + 1}/Root 1 0 R${parts.trailer ?? ''}>>\nstartxref\n${length}\n%%EOF\n`;
  pieces.push(Buffer.from(`xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows.join('')}${end}`));
  return Buffer.concat(pieces);
}

/** Forms that draw each other ten times, so many levels deep: a small file and work without end. */
export const endlessPdf = (levels = 12): Buffer =>
  pdfFile({
    content: '/F5 Do',
    resources: '/XObject<</F5 5 0 R>>',
    objects: Array.from({ length: levels }, (_, level) => {
      const next = level + 6;
      const isLast = level === levels - 1;
      const draws = isLast ? '0 0 9 9 re f' : `/F${next} Do `.repeat(10);
      const resources = isLast ? '' : `/Resources<</XObject<</F${next} ${next} 0 R>>>>`;
      return pdfStream(`/Type/XObject/Subtype/Form/BBox[0 0 600 800]${resources}`, Buffer.from(draws));
    }),
  });

/** A picture of 10⁹ pixels on a page, in some kilobytes. */
export const pixelBombPdf = (): Buffer =>
  pdfFile({
    content: 'q 600 0 0 800 0 0 cm /I5 Do Q',
    resources: '/XObject<</I5 5 0 R>>',
    objects: [
      pdfStream(
        '/Type/XObject/Subtype/Image/Width 32000/Height 32000/ColorSpace/DeviceGray/BitsPerComponent 8',
        Buffer.alloc(32_000_000),
      ),
    ],
  });

const noPassword = `<${'ab'.repeat(32)}>`;
/** Needs a password that nobody has. */
export const encryptedPdf = (): Buffer =>
  pdfFile({
    trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O${noPassword}/U${noPassword}>>`,
  });
