/** Uploaded pictures, which the browser scales first: docs/product.md#widget-settings. */
import { imageMaxBytes, imageMaxEdgePixels } from '@parley/contracts/users/limits';
import { toast } from '../ui/toast/toasts.ts';
import { forms } from '../i18n/en/forms.ts';

function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('Not a data URL')),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Unreadable')));
    reader.readAsDataURL(file);
  });
}

/**
 * Returns the file as a data URL, scaled down if an edge is longer than allowed. Small ones stay as they are, moving or
 * not.
 */
async function scaled(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = imageMaxEdgePixels / Math.max(picture.width, picture.height);
  if (scale >= 1) return readAsDataUrl(file);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL(file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png', 0.9);
}

/** Returns a chosen picture as a data URL, or null after a toast with the reason. */
export async function imageFrom(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/')) {
    toast({
      title: forms('invalidFileType'),
      description: forms('selectImage'),
      variant: 'destructive',
    });
    return null;
  }
  if (file.size > imageMaxBytes) {
    toast({
      title: forms('fileTooLarge'),
      description: forms('selectSmaller'),
      variant: 'destructive',
    });
    return null;
  }
  try {
    return await scaled(file);
  } catch {
    toast({ title: forms('uploadFailed'), description: forms('pictureUnreadable'), variant: 'destructive' });
    return null;
  }
}
