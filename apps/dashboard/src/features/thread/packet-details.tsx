import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { answerWords } from '../../i18n/en/answers.ts';
import { packetOf } from './packet-help.tsx';
import styles from './thread.module.css';

interface PacketDetailsProps {
  conversationId: string;
  /** When the conversation was last changed: the customer corrects what is passed on. */
  updatedAt: string;
}

/** The facts with the messages that they come from, and what of it all the customer says is wrong. */
export default function PacketDetails({ conversationId, updatedAt }: PacketDetailsProps) {
  const { data: packet } = useQuery(packetOf(conversationId, updatedAt));
  if (!packet) return null;
  const { facts, isAskedWrong } = packet;
  return (
    <div className={styles.packetParts}>
      {isAskedWrong && <p role="status">{answerWords('askedIsWrong')}</p>}
      {facts.some(({ seq, isWrong }) => seq !== null || isWrong) && (
        <ul aria-label={answerWords('facts')}>
          {facts.map(({ text, seq, isWrong }) => (
            <li key={text} data-wrong={isWrong || undefined}>
              <bdi>{text}</bdi>{' '}
              {seq !== null && (
                <Link to={`/conversations/${conversationId}?message=${seq}`}>
                  {answerWords('fromMessage', { seq })}
                </Link>
              )}{' '}
              {isWrong && <em>{answerWords('saysWrong')}</em>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
