import { useState } from 'react';
import styles from './avatar.module.css';
import { initialsOf } from './person.ts';

interface AvatarProps {
  name: string | null;
  imageUrl?: string | null;
  size?: number;
  /** A dot in the corner. The word for it belongs beside the avatar. */
  status?: 'online' | 'busy' | 'offline';
}

/** A person's picture, or the initials of the name. */
export function Avatar({ name, imageUrl, size = 32, status }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const showImage = imageUrl && failed !== imageUrl;
  return (
    <span className={styles.avatar} style={{ inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.38) }}>
      {showImage ? (
        <img src={imageUrl} alt="" onError={() => setFailed(imageUrl)} />
      ) : (
        <span aria-hidden>{initialsOf(name)}</span>
      )}
      {status && <span className={styles.dot} data-status={status} />}
    </span>
  );
}
