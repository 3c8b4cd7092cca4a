import { Button } from '@chakra-ui/react';
import type { Contact, ContactEntry } from '@parley/contracts/conversations/contacts';
import { Merge } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { common } from '../../i18n/en/common.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { listed } from '../../i18n/language.ts';
import { CustomerName } from '../../ui/customer.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { customerOf } from '../../domain/contacts/contact-customer.ts';
import styles from './contacts.module.css';
import { useUnmerge } from './use-merge.ts';
import { lazyPart } from '../../loading/part.tsx';

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'));

/** Shows contacts that may be the same person and those that were merged, with ways to merge and to undo it. */
export function SamePerson({ contact }: { contact: Contact }) {
  const [merging, setMerging] = useState<{ other: ContactEntry | undefined } | null>(null);
  const unmerge = useUnmerge();
  const { proposed, merges } = contact;
  const ask = () => setMerging({ other: undefined });
  const may = useMay('contacts.merge');
  useCommands(may ? [{ id: 'merge', label: words('mergeWith'), group: 'General', run: ask }] : []);
  return (
    <Panel
      title={words('samePerson')}
      {...(proposed.length > 0 && { description: words('samePersonHint') })}
      action={
        may && (
          <Button size="xs" variant="outline" onClick={ask}>
            <Merge size={14} aria-hidden /> {words('mergeWith')}
          </Button>
        )
      }
    >
      {(proposed.length > 0 || merges.length > 0) && (
        <ul className={styles.others}>
          {proposed.map((other) => (
            <li key={other.id}>
              <Link to={`/contacts/${other.id}`}>
                <CustomerName customer={customerOf(other)} />
                <small>{words('conversationCount', { count: other.conversationCount })}</small>
              </Link>
              {may && (
                <Button size="2xs" variant="outline" onClick={() => setMerging({ other })}>
                  {words('merge')}
                </Button>
              )}
            </li>
          ))}
          {merges.map(({ id, actorName, createdAt, knownBy }) => (
            <li key={id}>
              <span>
                <bdi>{listed(knownBy)}</bdi>
                <small>
                  {words.rich('mergedBy', {
                    who: actorName ?? common('someone'),
                    time: <Time key="time" at={createdAt} short />,
                  })}
                </small>
              </span>
              {may && (
                <Button size="2xs" variant="outline" {...pausedWhile(unmerge.isPending, () => unmerge.mutate(id))}>
                  {blockWords('undo')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {merging && <MergeDialog contact={contact} other={merging.other} onClose={() => setMerging(null)} />}
      </Suspense>
    </Panel>
  );
}
