/** Preview of a chosen picture, before the server has it. */
import { thumbnailEdges } from '../contract.static.ts';

const previews = new WeakMap<Blob, HTMLCanvasElement | null>();

/**
 * A file's picture in the size in which it will be shown; undefined for what is none, and until it is drawn: then
 * `draw` is called. On a canvas, since a page's policy may forbid pictures from elsewhere.
 */
export function previewOf(file: Blob, draw: () => void): HTMLCanvasElement | undefined {
  if (!previews.has(file)) {
    previews.set(file, null);
    if (file.type.startsWith('image/')) void paint(file).then(draw, () => undefined);
  }
  return previews.get(file) ?? undefined;
}

async function paint(file: Blob): Promise<void> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, thumbnailEdges.small / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.ceil(bitmap.width * scale);
  canvas.height = Math.ceil(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  previews.set(file, canvas);
}
