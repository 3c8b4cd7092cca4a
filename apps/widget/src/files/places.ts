/** The files of messages, in the places that the chat leaves for them. */
import type { Upload, Uploads } from '@parley/client/uploads';
import { make } from '../dom.ts';
import type { TalkFile } from '../talk/talk.ts';
import { type Drawing, put } from './drawing.ts';
import { openLightbox } from './lightbox.ts';
import type { Links } from './links.ts';
import { previewOf } from './preview.ts';
import { button, icon, lines, row, shownName } from './row.ts';
import { fileWords } from './words.ts';

export interface PlacesOptions {
  root: ShadowRoot;
  uploads: Uploads;
  links: Links;
  /** Draws the chat again. */
  draw: () => void;
}

/** Draws every file of every message. */
export function drawPlaces({ root, uploads, links, draw }: PlacesOptions, drawing: Drawing): void {
  const { t, view } = drawing;

  function drawFile(place: HTMLElement, file: TalkFile, upload: Upload | undefined): void {
    const { id, state = upload?.isWhole ? 'checking' : 'receiving', kind, alt, thumbnails, transcript } = file;
    const name = file.name ?? upload?.name ?? '';
    const about = fileWords({ ...file, state }, upload, drawing);
    const isReady = state === 'ready';
    const isWrong = state === 'refused' || !!upload?.error;
    const canvas = upload && !isWrong ? previewOf(upload.file, draw) : undefined;
    const link = isReady ? links.of(id) : undefined;
    const isPicture = isReady && thumbnails;
    const open = (className: string, ...children: Node[]): HTMLButtonElement =>
      button(
        className,
        t('open', { name: alt ?? name }),
        () => void openLightbox({ root, t, links, file }),
        ...children,
      );
    // Until the server has measured it.
    if (!thumbnails) {
      const [width, aspectRatio, minHeight] = canvas
        ? [`${canvas.width}px`, `${canvas.width}/${canvas.height}`, '0']
        : ['', '', ''];
      Object.assign(place.style, { width, aspectRatio, minHeight });
    }
    const inside = (progress?: string): Node[] => row({ name, about, canvas, progress });
    const save = (): HTMLButtonElement =>
      button('row', t('save', { name }), () => void links.save(id), ...inside(), icon(lines.save));
    put(
      place,
      [view.locale.language, about, !!canvas, !!link, isPicture, transcript],
      () => {
        if (isPicture) {
          const image = make('img', {
            alt: alt ?? '',
            // A page's policy may forbid it.
            onerror: () => place.replaceChildren(save()),
            // The preview stays visible until the picture itself has loaded.
            onload: () => canvas?.remove(),
          });
          if (link?.small) image.src = link.small;
          const caption = kind === 'picture' ? [] : [make('span', { className: 'words' }, shownName(name))];
          return [...(canvas ? [canvas] : []), open('picture', image, ...caption)];
        }
        const said = transcript ? [make('p', { className: 'said', dir: 'auto' }, transcript)] : [];
        if (link)
          return [kind === 'video' || kind === 'audio' ? open('row', ...inside(), icon(lines.play)) : save(), ...said];
        const className = `row ${isWrong ? 'wrong' : canvas ? 'over' : ''}`;
        const isGoing = upload && !isWrong && state === 'receiving';
        return [make('div', { className }, ...inside(isGoing ? t('uploading') : ''))];
      },
      upload,
    );
  }

  for (const { attachments, removedAt, awaitsFiles, progress } of view.state.messages) {
    for (const file of attachments ?? []) {
      const place = root.getElementById(file.id);
      const upload = uploads.list.find(({ key, announced }) => announced === file.id || key === file.id);
      // Sent once more by hand.
      if (upload?.error && awaitsFiles && progress !== 'failed') uploads.retry(upload.key);
      if (place && !removedAt) drawFile(place, file, upload);
    }
  }
}
