/** Context for drawing everything about files. */
import type { Upload } from '@parley/client/uploads';
import type { View } from '../chat/view.ts';
import type { FileTranslate } from '../file-texts/en.ts';

export interface Drawing {
  view: View;
  t: FileTranslate;
}

/** Current text of an element. */
const drawn = new WeakMap<Element, string>();

/** Fills `element` unless what stands there was made from the same `look`; how far an upload is changes more often. */
export function put(element: Element, look: unknown, build: () => Node[], upload?: Upload): void {
  const key = JSON.stringify(look);
  if (drawn.get(element) !== key) {
    drawn.set(element, key);
    element.replaceChildren(...build());
  }
  const bar = element.querySelector('progress');
  if (bar && upload) bar.value = upload.sent / upload.file.size;
}
