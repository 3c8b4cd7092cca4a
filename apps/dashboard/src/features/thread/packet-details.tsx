import { Link } from 'react-router-dom';
import { answerWords } from '../../i18n/en/answers.ts';
import { usePacket } from './packet-help.tsx';
import styles from './thread.module.css';

interface PacketDetailsProps {
  conversationId: string;
  /** Text to show if the facts were not passed on in parts. */
  otherwise: string | undefined;
}

/** Shows the facts with the messages that they come from, and the customer's corrections. */
export default function PacketDetails({ conversationId, otherwise }: PacketDetailsProps) {
  const packet = usePacket(conversationId);
  if (!packet || (packet.facts.length === 0 && !packet.isAskedWrong)) return otherwise;
  const { facts, isAskedWrong } = packet;
  return (
    <div className={styles.packetParts}>
      {isAskedWrong && <p role="status">{answerWords('askedIsWrong')}</p>}
      {facts.length > 0 && (
        <ul aria-label={answerWords('facts')}>
          {facts.map(({ text, seq, isWrong }) => (
            <li key={text} data-wrong={isWrong || undefined}>
              <bdi>{text}</bdi>{' '}
              {seq !== null && (
                <Link to={`/conversations?selected=${conversationId}&message=${seq}`}>
                  {answerWords('fromMessage', { seq })}
                </Link>
              )}{' '}
              {isWrong && <em>{answerWords('wrongByCustomer')}</em>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
