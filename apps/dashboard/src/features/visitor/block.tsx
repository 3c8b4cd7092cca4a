import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { type BlockName, moveTo, toggleFold } from './block-order.ts';
import styles from './visitor.module.css';

interface BlockProps {
  name: BlockName;
  title: string;
  isFolded: boolean;
  /** All blocks in their order, and the neighbours among the shown ones. */
  order: readonly BlockName[];
  before: BlockName | undefined;
  after: BlockName | undefined;
  children: ReactNode;
}

/** Data type of a dragged block. */
const dragType = 'application/x-parley-block';

/** A part of the panel below a heading that folds it; buttons, Alt with arrow keys, and dragging move it. */
export function Block({ name, title, isFolded, order, before, after, children }: BlockProps) {
  const id = useId();
  const move = (place: BlockName | undefined) => {
    if (!place) return;
    moveTo(order, name, place);
    // Moving its element takes the focus away.
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === 'ArrowUp' ? before : after);
  };
  const onDrop = (event: DragEvent) => {
    const dragged = order.find((each) => each === event.dataTransfer.getData(dragType));
    if (!dragged || dragged === name) return;
    event.preventDefault();
    moveTo(order, dragged, name);
  };
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.blockHead}>
        <h3>
          <button
            id={id}
            type="button"
            aria-expanded={!isFolded}
            aria-controls={isFolded ? undefined : `${id}-content`}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={() => toggleFold(name)}
            onKeyDown={onKeyDown}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(dragType, name)}
            onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
            onDrop={onDrop}
          >
            <ChevronDown size={14} aria-hidden />
            {title}
          </button>
        </h3>
        <span className={styles.movers}>
          <button
            type="button"
            aria-label={words('moveUp', { name: title })}
            title={words('moveUp', { name: title })}
            disabled={!before}
            onClick={() => move(before)}
          >
            <ArrowUp size={13} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={words('moveDown', { name: title })}
            title={words('moveDown', { name: title })}
            disabled={!after}
            onClick={() => move(after)}
          >
            <ArrowDown size={13} aria-hidden />
          </button>
        </span>
      </div>
      {!isFolded && (
        <div id={`${id}-content`} className={styles.blockContent}>
          {children}
        </div>
      )}
    </section>
  );
}
