import { Search } from 'lucide-react';
import { keyCaps } from '../commands/keyboard.ts';
import { layout } from '../i18n/en/layout.ts';
import { Keys } from '../ui/keys.tsx';
import styles from './layout.module.css';

/** Opens the command bar. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.search} onClick={onClick}>
      <Search size={15} aria-hidden />
      <span>{layout('search')}</span>
      <span aria-hidden>
        <Keys caps={keyCaps('mod+k')} />
      </span>
    </button>
  );
}
