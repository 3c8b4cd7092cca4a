import type { Message, Reaction } from '@parley/contracts/entities';
import { useMe } from '../../../auth/auth.tsx';
import { thread } from '../../../i18n/en/thread.ts';
import { listed } from '../../../i18n/language.ts';
import { react } from './reactions.ts';
import styles from './reactions.module.css';

/** Shows the reactions to a message, each emoji once with its number; pressing one adds or removes one's own. */
export function ReactionRow({ message, mayReact }: { message: Message; mayReact: boolean }) {
  const me = useMe();
  const { reactions = [], removedAt } = message;
  if (reactions.length === 0 || removedAt) return null;
  const isMine = ({ senderType, senderId }: Reaction) => senderType === 'representative' && senderId === me.id;
  const nameOf = (each: Reaction) => (isMine(each) ? thread('you') : (each.senderName ?? thread('customer')));
  return (
    <div className={styles.row}>
      {[...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
        const all = reactions.filter((each) => each.emoji === emoji);
        const isOn = all.some(isMine);
        const who = thread('reactedBy', { emoji, names: listed(all.map(nameOf)) });
        return (
          <button
            key={emoji}
            type="button"
            disabled={!mayReact}
            aria-pressed={isOn}
            aria-label={who}
            title={who}
            onClick={() => react(message, emoji, !isOn)}
          >
            {emoji}
            {all.length > 1 && <span>{all.length}</span>}
          </button>
        );
      })}
    </div>
  );
}
