/** A picture, a film or a sound, on its own. */
import { make } from '../dom.ts';
import type { FileTranslate } from '../file-texts/en.ts';
import type { TalkFile } from '../talk/talk.ts';
import type { Links } from './links.ts';
import { button, icon, lines } from './row.ts';

export interface LightboxOptions {
  root: ShadowRoot;
  t: FileTranslate;
  links: Links;
  file: TalkFile;
}

/** Opens it over the whole page; Escape and a click beside it close it. */
export async function openLightbox({ root, t, links, file }: LightboxOptions): Promise<void> {
  const { id, name = '', alt, kind, thumbnails } = file;
  const link = await links.fresh(id);
  if (!link) return;
  const shown =
    kind === 'video' || kind === 'audio'
      ? make(kind, { controls: true, autoplay: true, src: link.original })
      : make('img', { alt: alt ?? name, src: link.large ?? '' });
  const { width, height } = thumbnails?.large ?? { width: 960, height: kind === 'audio' ? 54 : 540 };
  shown.style.width = `min(${width}px, 90vw, (90dvh - 48px) * ${width / height})`;
  // A player of sounds is as high as it is.
  if (kind !== 'audio') shown.style.aspectRatio = `${width}/${height}`;
  const dialog: HTMLDialogElement = make(
    'dialog',
    {
      className: 'lightbox',
      ariaLabel: name,
      // The keys of the page behind it are not meant.
      onkeydown: (event) => event.stopPropagation(),
      onclick: ({ target }) => target === dialog && dialog.close(),
      onclose: () => dialog.remove(),
    },
    shown,
    make(
      'div',
      { className: 'foot' },
      make('bdi', {}, alt ?? name),
      button('icon', t('save', { name }), () => void links.save(id), icon(lines.save)),
      button('icon', t('close'), () => dialog.close(), icon(lines.away)),
    ),
  );
  root.append(dialog);
  dialog.showModal();
}
