import { Button } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import { listMergedConversations, listMessages } from '@parley/contracts/routes/conversations';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Merge } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { read } from '../../../api/read.ts';
import { common } from '../../../i18n/en/common.ts';
import { merging as words } from '../../../i18n/en/merging.ts';
import { starting } from '../../../i18n/en/starting.ts';
import { FailedState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { customerLabel, websiteLabel } from '../../../ui/person.ts';
import { Time } from '../../../ui/time.tsx';
import { linkedText } from '../../../ui/linked-text.tsx';
import { senderLabel, senderNameOf } from '../sender-label.ts';
import styles from './merging.module.css';
import { useAddressOf } from './use-address-of.ts';

/**
 * Links a conversation to the one it was merged into and the one it continues, and shows those that were merged into
 * it.
 */
export default function MergedParts({ conversation }: { conversation: Conversation }) {
  const { mergedInto, mergedIds, continues } = conversation;
  return (
    <>
      {continues && <Leads toId={continues} words={starting('continues')} />}
      {mergedInto && <Leads toId={mergedInto} words={words('leadsOn')} />}
      {mergedIds && <Parts id={conversation.id} mergedIds={mergedIds} />}
    </>
  );
}

function Leads({ toId, words: text }: { toId: string; words: string }) {
  const addressOf = useAddressOf();
  return (
    <p className={styles.line} role="note">
      <Merge size={15} aria-hidden />
      <span>{text}</span>
      <Button asChild size="2xs" variant="outline">
        <Link to={addressOf(toId)}>{words('openIt')}</Link>
      </Button>
    </p>
  );
}

function Parts({ id, mergedIds }: { id: string; mergedIds: readonly string[] }) {
  const list = read(listMergedConversations, { params: { id } });
  const { data = [] } = useQuery({ ...list, queryKey: [...list.queryKey, mergedIds.join()] });
  return data.map((part) => <Part key={part.id} part={part} />);
}

/** Shows the messages of a merged conversation, folded until it is opened. */
function Part({ part }: { part: Conversation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.part} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Merge size={15} aria-hidden />
        <b>{words('mergedFrom', { where: websiteLabel(part) })}</b>
        <bdi>{customerLabel(part)}</bdi>
        <span className={styles.quiet}>
          <Facts>
            {words('messages', { count: part.lastSeq })}
            <Time at={part.updatedAt} short />
          </Facts>
        </span>
        <ChevronDown size={15} aria-hidden />
      </summary>
      {isOpen && <Messages part={part} />}
    </details>
  );
}

function Messages({ part: { id } }: { part: Conversation }) {
  const addressOf = useAddressOf();
  const { data, error, refetch } = useQuery(
    read(listMessages, { params: { id }, query: { limit: messagesPerPageMax } }),
  );
  if (error && !data) return <FailedState compact error={error} retry={() => void refetch()} />;
  if (!data) return <p aria-busy>{common('loading')}</p>;
  return (
    <ul className={styles.parts} aria-label={words('earlierPart')}>
      {(data[0]?.seq ?? 1) > 1 && (
        <li className={styles.quiet}>
          {words('beginning')} <Link to={addressOf(id)}>{words('openIt')}</Link>
        </li>
      )}
      {data.map((message) => (
        <li key={message.seq} data-team={message.senderType === 'customer' ? undefined : ''}>
          <header>
            <span>{senderLabel(message.senderType)}</span>
            {senderNameOf(message) && <bdi>{senderNameOf(message)}</bdi>}
            <Time at={message.createdAt} />
          </header>
          <div dir="auto" className={styles.text}>
            {message.content ? linkedText(message.content) : message.attachments?.map(({ name }) => name).join(', ')}
          </div>
        </li>
      ))}
    </ul>
  );
}
