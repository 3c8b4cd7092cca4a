import { Button, IconButton, Input } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { listRelatedConversations } from '@parley/contracts/routes/conversations';
import { useQuery } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { read } from '../../api/read.ts';
import { useChangeLabels } from '../../domain/tags/change-labels.ts';
import { useMay } from '../../forms/permissions.ts';
import { starting as words } from '../../i18n/en/starting.ts';
import { openedConversation } from '../../live/conversation-cache.ts';
import { customerLabel } from '../../ui/person.ts';
import { StatusTag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './visitor.module.css';

interface RelatedProps {
  conversationId: string;
  linkTo: (id: string) => string;
}

const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;

/** Shows the conversations that this one is linked to or continues, and links others by their address. */
export function Related({ conversationId, linkTo }: RelatedProps) {
  const { data: conversation } = useQuery(openedConversation(conversationId));
  return conversation ? <Known conversation={conversation} linkTo={linkTo} /> : null;
}

function Known({ conversation, linkTo }: { conversation: Conversation } & Pick<RelatedProps, 'linkTo'>) {
  const { id, relatedIds = [] } = conversation;
  const mayChange = useMay('conversations.update');
  const change = useChangeLabels(conversation);
  const list = read(listRelatedConversations, { params: { id } });
  const { data = [] } = useQuery({ ...list, queryKey: [...list.queryKey, relatedIds.join()] });
  const [address, setAddress] = useState('');
  const found = idPattern.exec(address)?.[0].toLowerCase();
  const set = (ids: string[], done: string) =>
    change({ relatedIds: ids, expectedRelatedIds: relatedIds }, done, () => setAddress(''));
  const link = (event: FormEvent) => {
    event.preventDefault();
    if (found && !relatedIds.includes(found)) set([...relatedIds, found], words('linked'));
  };
  return (
    <>
      {data.length > 0 && <p className={styles.relatedTitle}>{words('related')}</p>}
      {data.length > 0 && (
        <ul className={`${styles.list} ${styles.related}`} aria-label={words('related')}>
          {data.map((each) => (
            <li key={each.id}>
              <Link to={linkTo(each.id)}>
                <bdi>{customerLabel(each)}</bdi>
                <span className={styles.quiet}>
                  <StatusTag status={each.status} /> <Time at={each.updatedAt} />
                </span>
              </Link>
              {mayChange && relatedIds.includes(each.id) && (
                <IconButton
                  size="2xs"
                  variant="ghost"
                  aria-label={words('unlink')}
                  title={words('unlink')}
                  onClick={() =>
                    set(
                      relatedIds.filter((one) => one !== each.id),
                      words('unlinked'),
                    )
                  }
                >
                  <Unlink size={14} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <form className={styles.linking} onSubmit={link}>
          <Input
            size="xs"
            dir="ltr"
            autoComplete="off"
            aria-label={words('linkAddress')}
            placeholder={words('linkAddress')}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          {address !== '' && (
            <Button size="xs" type="submit" variant="outline" disabled={!found}>
              {words('link')}
            </Button>
          )}
        </form>
      )}
    </>
  );
}
