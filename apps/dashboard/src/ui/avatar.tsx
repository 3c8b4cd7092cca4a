import { useState } from 'react';
import styles from './avatar.module.css';
import { initialsOf } from './person.ts';

interface AvatarProps {
  name: string | null;
  imageUrl?: string | null;
  /** 20, 28, 32, 40 and 56 pixels. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  /** One of `tints` colours; none for the team, whose pictures tell them apart. */
  tint?: number;
  /** A dot in the corner. The word for it belongs beside the avatar. */
  status?: 'online' | 'busy' | 'offline' | 'active' | 'waiting' | 'closed';
}

/** A person's picture, or the initials of the name. */
export function Avatar({ name, imageUrl, size = 'md', tint, status }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const showImage = imageUrl && failed !== imageUrl;
  const initials = initialsOf(name);
  return (
    <span className={styles.avatar} data-size={size} data-tint={tint}>
      {showImage ? (
        <img src={imageUrl} alt="" onError={() => setFailed(imageUrl)} />
      ) : (
        <span aria-hidden>{size === 'xs' ? initialsOf(initials) : initials}</span>
      )}
      {status && <span className={styles.dot} data-status={status} />}
    </span>
  );
}
