import { File as FileIcon, RotateCw, X } from 'lucide-react';
import { attachmentAltMaxLength } from '@parley/contracts/messages/limits';
import { files } from '../../i18n/en/files.ts';
import { FileName } from './file-name.tsx';
import styles from './files.module.css';
import { sizeWords } from './size-words.ts';
import { describeUpload, isPlaced, removeUpload, retryUpload, type Uploading, useUploads } from './uploads.ts';

interface UploadStripProps {
  conversationId: string;
  /** Keys or ids of pictures that the text shows; they are listed only where something is wrong with them. */
  placed?: ReadonlySet<string>;
}

/** The files of the next message, above its text. */
export function UploadStrip({ conversationId, placed = noneIsPlaced }: UploadStripProps) {
  const uploads = useUploads(conversationId).filter((upload) =>
    isPlaced(upload, placed) ? upload.trouble !== null : !upload.inText,
  );
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label={files('list')}>
      {uploads.map((upload) => (
        <UploadItem key={upload.key} upload={upload} />
      ))}
    </ul>
  );
}

const noneIsPlaced: ReadonlySet<string> = new Set();

function UploadItem({ upload }: { upload: Uploading }) {
  const { key, name, size, preview, alt, progress, trouble } = upload;
  return (
    <li className={styles.upload} data-trouble={trouble !== null || undefined}>
      {preview ? <img className={styles.uploadPicture} src={preview} alt="" /> : <FileIcon size={20} aria-hidden />}
      <div className={styles.uploadWords}>
        <FileName name={name} className={styles.name} />
        {trouble ? (
          <span role="alert">{trouble}</span>
        ) : preview ? (
          <input
            value={alt}
            maxLength={attachmentAltMaxLength}
            aria-label={files('describe', { name })}
            placeholder={files('describeHint')}
            onChange={({ currentTarget }) => describeUpload(key, currentTarget.value)}
            onBlur={({ currentTarget }) => describeUpload(key, currentTarget.value, true)}
          />
        ) : (
          <span>{sizeWords(size)}</span>
        )}
        {!trouble && progress < 1 && (
          <progress value={progress} aria-label={files('uploading')} className={styles.progress} />
        )}
      </div>
      {trouble && (
        <button
          type="button"
          aria-label={files('retry', { name })}
          title={files('retry', { name })}
          onClick={() => retryUpload(key)}
        >
          <RotateCw size={14} aria-hidden />
        </button>
      )}
      <button
        type="button"
        aria-label={files('remove', { name })}
        title={files('remove', { name })}
        onClick={() => removeUpload(key)}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}
