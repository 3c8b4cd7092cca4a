import { type ReactNode, useRef, useState } from 'react';
import { files } from '../../i18n/en/files.ts';
import styles from './files.module.css';
import { addFiles } from './uploads.ts';

const bringsFiles = ({ dataTransfer }: React.DragEvent): boolean => dataTransfer.types.includes('Files');

interface DropZoneProps {
  conversationId: string;
  /** Called with dropped files; true where they were taken. */
  onFiles?: (event: React.DragEvent) => boolean;
  children: ReactNode;
}

/** Accepts files that are dropped anywhere on its content. */
export function DropZone({ conversationId, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  // Every element under the pointer is entered and left.
  const depth = useRef(0);
  const enter = (by: 1 | -1) => (event: React.DragEvent) => {
    if (!bringsFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    <div
      className={styles.dropZone}
      onDragEnter={enter(1)}
      onDragLeave={enter(-1)}
      onDragOver={(event) => {
        if (!bringsFiles(event)) return;
        event.preventDefault();
        // Elsewhere on the page files are refused.
        event.stopPropagation();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        depth.current = 0;
        setOver(false);
        if (!onFiles?.(event)) addFiles(conversationId, event.dataTransfer.files);
      }}
    >
      {children}
      {isOver && <div className={styles.dropHint}>{files('drop')}</div>}
    </div>
  );
}
