import { signinWords } from '../../i18n/en/signin.ts';
import styles from './sign-in.module.css';

export function Brand() {
  return (
    <div className={styles.brand}>
      <img src="/favicon.svg" alt="" width={36} height={36} />
      <div>
        <h1>Parley</h1>
        <p>{signinWords('product')}</p>
      </div>
    </div>
  );
}
