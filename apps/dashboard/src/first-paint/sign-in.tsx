import { Brand } from '../features/sign-in/brand.tsx';
import { Marketing } from '../features/sign-in/marketing.tsx';
import styles from '../features/sign-in/sign-in.module.css';

/** Paints the sign-in page without its forms, which could not be used yet; their room is kept. */
export function FirstSignIn() {
  return (
    // Hidden as well from readers that do not know `inert` yet.
    <div className={styles.page} inert aria-hidden>
      <div className={styles.forms}>
        <Brand />
        <div className={styles.tabs} />
      </div>
      <Marketing />
    </div>
  );
}
