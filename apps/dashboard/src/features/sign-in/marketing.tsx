import { Bot, type LucideIcon, MessagesSquare, ShieldCheck, Split } from 'lucide-react';
import { signinWords } from '../../i18n/en/signin.ts';
import styles from './sign-in.module.css';

const blocks = (): readonly { icon: LucideIcon; title: string; text: string }[] => [
  {
    icon: MessagesSquare,
    title: signinWords('realTime'),
    text: signinWords('realTimeHint'),
  },
  {
    icon: Bot,
    title: signinWords('assistant'),
    text: signinWords('assistantHint'),
  },
  {
    icon: Split,
    title: signinWords('channels'),
    text: signinWords('channelsHint'),
  },
  {
    icon: ShieldCheck,
    title: signinWords('security'),
    text: signinWords('securityHint'),
  },
];

/** Shows the product's benefits beside the forms. */
export function Marketing() {
  return (
    <aside className={styles.marketing} aria-label={signinWords('about')}>
      <p className={styles.claim}>{signinWords('claim')}</p>
      <ul className={styles.blocks}>
        {blocks().map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon size={20} strokeWidth={1.7} aria-hidden />
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
