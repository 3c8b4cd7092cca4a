import type { Attachment } from '@parley/contracts/messages/attachments';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { files } from '../../i18n/en/files.ts';
import styles from './files.module.css';
import { saveFile, useFileLinks } from './links.ts';

interface LightboxProps {
  pictures: readonly Attachment[];
  /** Id of the picture that is shown first. */
  openAt: string;
  onClose: () => void;
}

/** Shows a picture of a message, large: arrows lead to the others, Escape and a click beside it close it. */
export default function Lightbox({ pictures, openAt, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === openAt),
    ),
  );
  const { links, refetch } = useFileLinks(pictures);
  const shown = pictures[at];
  const step = (by: number) => setAt((now) => (now + by + pictures.length) % pictures.length);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Keeps the key from the page behind it.
    event.stopPropagation();
    const isLeftToRight = getComputedStyle(document.documentElement).direction === 'ltr';
    if (event.key === 'ArrowRight') step(isLeftToRight ? 1 : -1);
    if (event.key === 'ArrowLeft') step(isLeftToRight ? -1 : 1);
    if (event.key === 'Home') setAt(0);
    if (event.key === 'End') setAt(pictures.length - 1);
  });
  useEffect(() => {
    const box = dialog.current;
    const onPress = ({ target }: Event) => target === box && box?.close();
    box?.showModal();
    box?.addEventListener('keydown', onKey);
    box?.addEventListener('click', onPress);
    return () => {
      box?.removeEventListener('keydown', onKey);
      box?.removeEventListener('click', onPress);
    };
  }, []);
  if (!shown) return null;
  const { width = 1, height = 1 } = shown.thumbnails?.large ?? {};
  return (
    <dialog ref={dialog} className={styles.lightbox} aria-label={files('pictures')} onClose={onClose}>
      <img
        key={shown.id}
        src={links.get(shown.id)?.large ?? ''}
        width={width}
        height={height}
        alt={shown.alt ?? shown.name}
        onError={() => void refetch()}
      />
      <div className={styles.lightboxFoot}>
        <span>
          <bdi className={styles.name}>{shown.alt ?? shown.name}</bdi>
        </span>
        {pictures.length > 1 && (
          <>
            <button type="button" aria-label={files('previous')} onClick={() => step(-1)}>
              <ChevronLeft size={18} aria-hidden data-points />
            </button>
            <span data-numbers>
              {at + 1} / {pictures.length}
            </span>
            <button type="button" aria-label={files('next')} onClick={() => step(1)}>
              <ChevronRight size={18} aria-hidden data-points />
            </button>
          </>
        )}
        <button type="button" aria-label={files('save', { name: shown.name })} onClick={() => void saveFile(shown.id)}>
          <Download size={18} aria-hidden />
        </button>
        <button type="button" aria-label={files('close')} onClick={() => dialog.current?.close()}>
          <X size={18} aria-hidden />
        </button>
      </div>
    </dialog>
  );
}
