import type { View } from '@parley/contracts/conversations/views';
import { Layers } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { views as words } from '../../i18n/en/views.ts';
import styles from './views.module.css';

interface ViewButtonsProps {
  views: readonly View[];
  selected: string | null;
  /** Shows the number of a view's conversations, beside its name. */
  Count: ComponentType<{ view: string }>;
  onShow: (view: string | null) => void;
  onManage: () => void;
  /** Shown behind them, with or without any. */
  children?: ReactNode;
  /** Stacks them, for the column beside the list. */
  isColumn?: boolean;
}

/** The saved views with their counts; nothing where there is none. */
export function ViewButtons({ views, selected, Count, onShow, onManage, children, isColumn }: ViewButtonsProps) {
  if (views.length === 0 && !children) return null;
  return (
    <fieldset className={isColumn ? styles.column : styles.strip}>
      <legend>{words('views')}</legend>
      {views.map(({ id, name, isBroken }) => (
        <button
          key={id}
          type="button"
          className={styles.view}
          aria-pressed={id === selected}
          onClick={() => onShow(id === selected ? null : id)}
        >
          <bdi>{name}</bdi>
          {isBroken ? <span title={words('broken')}>⚠</span> : <Count view={id} />}
        </button>
      ))}
      {views.length > 0 && (
        <button
          type="button"
          className={styles.view}
          aria-label={words('manage')}
          title={words('manage')}
          onClick={onManage}
        >
          <Layers size={14} aria-hidden />
        </button>
      )}
      {children}
    </fieldset>
  );
}
