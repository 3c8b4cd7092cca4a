/** Stores uploaded pictures: checked by their content, not their name, under the hash of their content. */
import { createHash } from 'node:crypto';
import { imageMaxBytes } from '@parley/contracts/users/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findImage, insertImage, type StoredImage } from '@parley/db/images/images';
import { fileTypeFromBuffer } from 'file-type';
import type { Context } from '../context.ts';

/** No SVG: it is a document that may run scripts. */
const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

export const imagesPath = '/api/images/';

/** The name and path of a picture kept here. */
export const imageAddress = /^\/api\/images\/[0-9a-f]{64}\.(?:png|jpg|gif|webp)$/;

/**
 * Returns the address to store for a picture: a data URL is stored and gets an address, an address of ours stays, an
 * empty one stays empty.
 *
 * @throws Problem `invalid` for anything that is no picture, `too_large` above 10 MB. The texts are those of
 * docs/product.md#toasts.
 */
export async function storeImage(
  context: Pick<Context, 'db' | 'publicUrl'>,
  given: string,
  field: string,
  createdBy: string | null,
): Promise<string> {
  if (given === '') return '';
  const path = given.startsWith(context.publicUrl) ? given.slice(context.publicUrl.length) : given;
  if (imageAddress.test(path)) return path;
  const bytes = decodeDataUrl(given);
  if (!bytes) throw notAnImage(field);
  if (bytes.length > imageMaxBytes) {
    throw new Problem('too_large', localize('picture_too_large'));
  }
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  const extension = mime === undefined ? undefined : extensions[mime];
  if (mime === undefined || extension === undefined) throw notAnImage(field);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await insertImage(context.db, { hash, mime, bytes, createdBy });
  return `${imagesPath}${hash}.${extension}`;
}

/** The picture behind a name such as `{hash}.png`; the ending must be the right one. */
export async function readImage(context: Pick<Context, 'db'>, name: string): Promise<StoredImage> {
  const [hash = '', extension] = name.split('.');
  const image = await findImage(context.db, hash);
  if (!image || extensions[image.mime] !== extension) throw new Problem('not_found', 'There is no such picture.');
  return image;
}

function decodeDataUrl(text: string): Buffer | undefined {
  const comma = text.indexOf(',');
  if (comma < 0 || !/^data:image\/[\w.+-]+;base64$/i.test(text.slice(0, Math.min(comma, 200)))) return undefined;
  const encoded = text.slice(comma + 1);
  const bytes = Buffer.from(encoded, 'base64');
  // Buffer.from skips invalid base64: a truncated or changed picture must not pass as a smaller one.
  return bytes.length > 0 && bytes.length >= Math.floor((encoded.length * 3) / 4) - 2 ? bytes : undefined;
}

function notAnImage(path: string): Problem {
  return fieldProblem('invalid', path, localize('no_picture'));
}
