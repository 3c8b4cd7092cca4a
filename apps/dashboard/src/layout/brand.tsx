import { layout } from '../i18n/en/layout.ts';
import { Tag } from '../ui/tag.tsx';
import styles from './layout.module.css';

/** Shows the product's name at the start of the top bar. */
export function Brand() {
  return (
    <div className={styles.brand}>
      <img src="/favicon.svg" alt="" />
      <div className={styles.names}>
        <div className={styles.name}>Parley</div>
        <div className={styles.subtitle}>{layout('subtitle')}</div>
      </div>
      <span className={styles.wideOnly}>
        <Tag tone="outline">{layout('adminDashboard')}</Tag>
      </span>
    </div>
  );
}
