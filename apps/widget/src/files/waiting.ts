/** The files of the next message, above the field. */
import type { Upload, Uploads } from '@parley/client/uploads';
import { make } from '../dom.ts';
import { type Drawing, put } from './drawing.ts';
import { previewOf } from './preview.ts';
import { button, icon, lines, row } from './row.ts';
import { codeOf, fileWords } from './words.ts';

export interface Waiting {
  draw(waiting: readonly Upload[], drawing: Drawing): void;
  /** Why no file was added; empty where each was. */
  complain(why: string): void;
}

/** @param draw draws the chat again */
export function createWaiting(root: ShadowRoot, uploads: Uploads, draw: () => void): Waiting {
  const list = make('ul');
  const wrong = make('p', { className: 'status problem', role: 'alert' });
  // How each is doing, for who hears the chat.
  const announcement = make('output', { className: 'silent' });
  const items = new Map<string, HTMLLIElement>();

  function drawItem(upload: Upload, drawing: Drawing): void {
    const { key, name, error, isWhole, file } = upload;
    const { view, t } = drawing;
    const item = items.get(key) ?? list.appendChild(make('li'));
    items.set(key, item);
    item.className = error ? 'row wrong' : 'row';
    const canvas = previewOf(file, draw);
    const about = fileWords({ size: file.size, ...(isWhole && { state: 'ready' }) }, upload, drawing);
    const build = (): Node[] => {
      announcement.textContent = `${name}: ${about}`;
      const remove = (): void => {
        uploads.remove(key);
        root.querySelector<HTMLElement>('.files button, textarea')?.focus();
      };
      const again = view.t('retry');
      return [
        ...row({ name, about, canvas, progress: error || isWhole ? undefined : t('uploading') }),
        ...(error && codeOf(error) !== 'too_large'
          ? [button('link', `${again}: ${name}`, () => uploads.retry(key), again)]
          : []),
        button('icon', t('remove', { name }), remove, icon(lines.away)),
      ];
    };
    put(item, [view.locale.language, about, !!canvas], build, upload);
  }

  return {
    draw(waiting, drawing) {
      const box = root.querySelector('.files');
      if (box && !box.firstChild) box.append(wrong, list, announcement);
      list.ariaLabel = drawing.t('files');
      for (const [key, item] of items) {
        if (waiting.some((each) => each.key === key)) continue;
        item.remove();
        items.delete(key);
      }
      for (const upload of waiting) drawItem(upload, drawing);
    },
    complain(why) {
      wrong.textContent = why;
    },
  };
}
