import { Bot, type LucideIcon, MessagesSquare, ShieldCheck, Split } from 'lucide-react';
import styles from './sign-in.module.css';

const blocks: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: MessagesSquare,
    title: 'Real-time Chat',
    text: 'An embeddable widget for your websites, over a live connection with typing indicators and read receipts.',
  },
  {
    icon: Bot,
    title: 'AI Integration',
    text: 'Generated replies that answer at once, and a smart handoff when a person is wanted.',
  },
  {
    icon: Split,
    title: 'Multi-channel Routing',
    text: 'Email, team chat and task boards hear of every conversation that needs them.',
  },
  {
    icon: ShieldCheck,
    title: 'Enterprise Security',
    text: 'Token-based authentication, rate limiting and GDPR compliance.',
  },
];

/** What the product is, beside the forms. */
export function Marketing() {
  return (
    <aside className={styles.marketing} aria-label="About Parley">
      <p className={styles.claim}>Every customer answered, by the right one of you.</p>
      <ul className={styles.blocks}>
        {blocks.map(({ icon: Icon, title, text }) => (
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
