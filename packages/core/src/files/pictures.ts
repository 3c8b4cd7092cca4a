/** Re-encodes pictures from their pixels: everything else in the file is dropped. */
import path from 'node:path';
import { type ThumbnailSize, thumbnailEdges } from '@parley/contracts/messages/attachments';
import { pictureMaxFrames, pictureMaxPixels } from '@parley/contracts/messages/limits';
import { FileRefused } from './refusal.ts';
import sharp, { type Sharp } from 'sharp';

// libvips works on one picture at a time, without a cache. It may load the types listed here only.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadWebpFile',
  ],
});

/** Types that are re-encoded. Others, such as HEIC, are stored unchanged. */
const remade: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Returns true for types whose pictures are decoded and written anew. */
export const isRemade = (type: string): boolean => remade.includes(type);

/** How large each one has become, in pixels. */
export type Thumbnails = Record<ThumbnailSize, { width: number; height: number }>;

export interface MadePicture {
  width: number;
  height: number;
  thumbnails: Thumbnails;
}

const jpegQuality = 88;
const webpQuality = 82;

/**
 * Writes the picture as it is shown (`original`), and its two smaller versions, to a folder.
 *
 * @throws FileRefused `too_large`, and errors of libvips for an invalid picture
 */
export async function remakePicture(file: string, type: string, folder: string): Promise<MadePicture> {
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await sharp(file, {
    limitInputPixels: false,
    pages: -1,
  }).metadata();
  if (width * pageHeight * pages > pictureMaxPixels || pages > pictureMaxFrames) throw new FileRefused('too_large');
  const moves = pages > 1;
  const open = (animated = false) =>
    sharp(file, { limitInputPixels: pictureMaxPixels, failOn: 'error', sequentialRead: true, animated });
  const upright = (animated = false) => (animated ? open(true) : open().autoOrient());

  const original = upright(moves);
  const made = await (type === 'image/jpeg'
    ? original.jpeg({ quality: jpegQuality })
    : type === 'image/png'
      ? original.png({ compressionLevel: 6 })
      : type === 'image/gif'
        ? original.gif()
        : original.webp({ quality: webpQuality })
  ).toFile(path.join(folder, 'original'));

  return {
    width: made.width,
    height: made.pageHeight ?? made.height,
    thumbnails: {
      small: await writeThumbnail(upright(), 'small', folder),
      large: await writeThumbnail(upright(moves), 'large', folder),
    },
  };
}

/** Writes a rendered picture in one of the smaller sizes to a folder, under the size's name. */
export async function writeThumbnail(
  drawn: Sharp,
  size: ThumbnailSize,
  folder: string,
): Promise<{ width: number; height: number }> {
  const edge = thumbnailEdges[size];
  const info = await drawn
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: webpQuality, effort: 2 })
    .toFile(path.join(folder, size));
  return { width: info.width, height: info.pageHeight ?? info.height };
}
