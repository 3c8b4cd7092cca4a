import styles from './progress-bar.module.css';

interface ProgressBarProps {
  value: number;
  max: number;
  'aria-label'?: string;
}

/** Shows how much of some work is done. */
export const ProgressBar = (props: ProgressBarProps) => <progress className={styles.bar} {...props} />;
