import { fileNameParts } from '@parley/contracts/messages/file-name';
import styles from './files.module.css';

/** A file’s name on one line; its end is visible in narrow places, too. */
export function FileName({ name, className }: { name: string; className?: string | undefined }) {
  const [start, end] = fileNameParts(name);
  return (
    <bdi className={`${styles.fileName} ${className ?? ''}`} title={name}>
      <span>{start}</span>
      <span>{end}</span>
    </bdi>
  );
}
