import type { Attachment } from '@parley/contracts/attachments';
import type { Message } from '@parley/contracts/entities';
import { Download, File as FileIcon, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { files } from '../../i18n/en/files.ts';
import styles from './files.module.css';
import { saveFile, useFileLinks } from './links.ts';
import { sizeWords } from './size-words.ts';
import { stateWords, useAttachments } from './states.ts';
import { lazyPart } from '../../app/part.tsx';

const Lightbox = lazyPart(() => import('./lightbox.tsx'));

/** The files of a message, as they are now. */
export function Attachments({ message }: { message: Message }) {
  return <AttachmentList attachments={useAttachments(message)} />;
}

/** Files: pictures in the size they will have, everything else as rows. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const { links, refetch } = useFileLinks(attachments);
  const [opened, setOpened] = useState<string | null>(null);
  const pictures = attachments.filter(({ state, thumbnails }) => state === 'ready' && thumbnails !== null);
  return (
    <div className={styles.attachments}>
      {attachments.map((attachment) =>
        attachment.thumbnails ? (
          <button
            key={attachment.id}
            type="button"
            className={styles.picture}
            aria-label={files('enlarge', { name: attachment.alt ?? attachment.name })}
            style={{ aspectRatio: `${attachment.thumbnails.small.width} / ${attachment.thumbnails.small.height}` }}
            onClick={() => setOpened(attachment.id)}
          >
            {links.has(attachment.id) && (
              <img
                src={links.get(attachment.id)?.small ?? ''}
                width={attachment.thumbnails.small.width}
                height={attachment.thumbnails.small.height}
                alt={attachment.alt ?? ''}
                onError={() => void refetch()}
              />
            )}
          </button>
        ) : (
          <FileRow key={attachment.id} attachment={attachment} />
        ),
      )}
      {opened && (
        <Suspense>
          <Lightbox pictures={pictures} openAt={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  );
}

function FileRow({ attachment }: { attachment: Attachment }) {
  const { id, name, size, state } = attachment;
  const Icon = state === 'refused' ? TriangleAlert : FileIcon;
  const words = (
    <>
      <Icon size={18} aria-hidden />
      <span className={styles.fileWords}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.about}>{stateWords(attachment) ?? sizeWords(size)}</span>
      </span>
    </>
  );
  if (state !== 'ready') {
    return (
      <div className={styles.file} data-state={state} role="status">
        {words}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={styles.file}
      aria-label={files('save', { name })}
      onClick={() => void saveFile(id)}
    >
      {words}
      <Download size={15} aria-hidden />
    </button>
  );
}
