import styles from './keys.module.css';

/** Keys to press, as caps. */
export function Keys({ caps }: { caps: readonly string[] }) {
  return (
    <kbd className={styles.keys}>
      {caps.map((cap, index) => (
        <kbd key={`${index}${cap}`}>{cap}</kbd>
      ))}
    </kbd>
  );
}
