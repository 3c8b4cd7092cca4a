/**
 * The first page of a PDF as a picture, drawn by PDFium as WebAssembly: it is built without an engine for scripts and has
 * neither network nor disk, so that whatever a file would run or fetch does not happen.
 */
import { readFile } from 'node:fs/promises';
import { thumbnailEdges } from '@parley/contracts/messages/attachments';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { type Thumbnails, writeThumbnail } from './pictures.ts';

/** Maximum edge of a page in points (ISO 32000-1, annex C); pages that claim to be larger are invalid. */
const edgeMax = 14_400;
/** Longer or wider than this there is nothing to be seen in a thumbnail. */
const ratioMax = 20;

/**
 * Writes the page in the sizes of pictures to a folder. Null where there is none to show: the file is encrypted or broken,
 * has no page, or one of no sensible size.
 */
export async function drawFirstPage(file: string, folder: string): Promise<Thumbnails | null> {
  // A new one for each file: nothing of one document is in the memory of the next.
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(file)).catch(() => null);
  if (!document || document.getPageCount() < 1) return null;
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const [shorter = 0, longer = 0] = [originalWidth, originalHeight].toSorted((one, other) => one - other);
  if (!(shorter > 0) || longer > edgeMax || longer / shorter > ratioMax) return null;
  const scale = thumbnailEdges.large / longer;
  const { data, width, height } = await page.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    scale: 1,
  });
  // It is drawn on white.
  const pixels = () => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return {
    small: await writeThumbnail(pixels(), 'small', folder),
    large: await writeThumbnail(pixels(), 'large', folder),
  };
}
