import type { Attachment } from '@parley/contracts/messages/attachments';
import { Download, TriangleAlert } from 'lucide-react';
import { Fragment, Suspense, useState } from 'react';
import { files } from '../../i18n/en/files.ts';
import { ActiveContentLabel } from './active-content-label.tsx';
import { FileName } from './file-name.tsx';
import styles from './files.module.css';
import { KindIcon } from './kind-icon.tsx';
import { saveFile, useFileLinks } from './links.ts';
import { sizeWords } from './size-words.ts';
import { stateWords } from './state-words.ts';
import { decodedBytesMax } from './waveform.ts';
import { lazyPart } from '../../loading/part.tsx';

const Lightbox = lazyPart(() => import('./lightbox.tsx'));
const VoicePlayer = lazyPart(() => import('./voice-player.tsx'));

/** Files, also between the words of a text: what has a picture in the size it will have, everything else as rows. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const { links, refetch } = useFileLinks(attachments);
  const [opened, setOpened] = useState<string | null>(null);
  const pictures = attachments.filter(({ state, thumbnails }) => state === 'ready' && thumbnails !== null);
  return (
    <span className={styles.attachments}>
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
            {attachment.kind !== 'picture' && (
              <span className={styles.caption}>
                <FileName name={attachment.name} />
                <ActiveContentLabel of={attachment.activeContent} />
              </span>
            )}
          </button>
        ) : (
          <Fragment key={attachment.id}>
            <FileRow attachment={attachment} />
            <Player attachment={attachment} src={links.get(attachment.id)?.original} onError={() => void refetch()} />
          </Fragment>
        ),
      )}
      {opened && (
        <Suspense>
          <Lightbox pictures={pictures} openAt={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </span>
  );
}

interface PlayerProps {
  attachment: Attachment;
  src: string | undefined;
  onError: () => void;
}

/** Plays a sound or a film where it is; its room is there before its address is. */
function Player({ attachment: { kind, state, name, size, transcript }, src, onError }: PlayerProps) {
  if (state !== 'ready' || (kind !== 'audio' && kind !== 'video')) return null;
  if (kind === 'audio' && size <= decodedBytesMax) {
    const room = <span className={styles.audio} />;
    if (src === undefined) return room;
    return (
      <>
        <Suspense fallback={room}>
          <VoicePlayer name={name} source={src} onError={onError} />
        </Suspense>
        {transcript && (
          <span className={styles.transcript} dir="auto">
            {transcript}
          </span>
        )}
      </>
    );
  }
  const Media = kind;
  return <Media className={styles[kind]} controls preload="none" src={src} aria-label={name} onError={onError} />;
}

function FileRow({ attachment }: { attachment: Attachment }) {
  const { id, name, size, state, kind, type } = attachment;
  const words = (
    <>
      {state === 'refused' ? <TriangleAlert size={18} aria-hidden /> : <KindIcon kind={kind} type={type} />}
      <span className={styles.fileWords}>
        <FileName name={name} className={styles.name} />
        <span className={styles.about}>{stateWords(attachment) ?? sizeWords(size)}</span>
        <ActiveContentLabel of={attachment.activeContent} />
      </span>
    </>
  );
  if (state !== 'ready') {
    return (
      <span className={styles.file} data-state={state} role="status">
        {words}
      </span>
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
