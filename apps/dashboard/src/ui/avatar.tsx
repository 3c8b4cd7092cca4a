import { useState } from 'react';
import styles from './avatar.module.css';
import { initialsOf } from './person.ts';

interface AvatarProps {
  name: string | null;
  imageUrl?: string | null;
  /** 20, 28, 32, 40 and 56 pixels. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  /** Index of one of `tints` colours; none for the team, which has pictures. */
  tint?: number;
  /** A dot in the corner. The word for it belongs beside the avatar. */
  status?: 'online' | 'busy' | 'offline' | 'active' | 'waiting' | 'closed';
  /** Accessible name; none if the name is shown beside it. */
  label?: string;
  className?: string | undefined;
}

/**
 * Picture of a user or customer, or the initials of the name. It is one element, since every row of a list has some.
 */
export function Avatar({ name, imageUrl, size = 'md', tint, status, label, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const showImage = imageUrl && failed !== imageUrl;
  const initials = initialsOf(name);
  return (
    <span
      className={className ? `${styles.avatar} ${className}` : styles.avatar}
      data-size={size}
      data-tint={tint}
      data-status={status}
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    >
      {showImage ? (
        <img src={imageUrl} alt="" onError={() => setFailed(imageUrl)} />
      ) : size === 'xs' ? (
        initialsOf(initials)
      ) : (
        initials
      )}
    </span>
  );
}
