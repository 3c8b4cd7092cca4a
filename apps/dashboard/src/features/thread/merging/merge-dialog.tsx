import { Button } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { conversationsPerPageMax } from '@parley/contracts/conversations/limits';
import { listContactConversations } from '@parley/contracts/routes/contacts';
import { mergeConversation } from '@parley/contracts/routes/conversations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { read } from '../../../api/read.ts';
import { useMe } from '../../../auth/auth.tsx';
import { common } from '../../../i18n/en/common.ts';
import { merging as words } from '../../../i18n/en/merging.ts';
import { visitor } from '../../../i18n/en/visitor.ts';
import { rememberConversation } from '../../../live/conversation-cache.ts';
import { conflictWords } from '../../../live/refused-words.ts';
import { refreshStatistics } from '../../../live/statistics.ts';
import { useUndo } from '../../../live/undo.ts';
import { visitorOf } from '../../../live/visitor.ts';
import choice from '../../../ui/choice.module.css';
import { FailedState } from '../../../ui/empty-state.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { pausedWhile } from '../../../ui/paused-while.ts';
import { websiteLabel } from '../../../ui/person.ts';
import { StatusTag } from '../../../ui/tag.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast/toasts.ts';
import styles from './merging.module.css';
import { useAddressOf } from './use-address-of.ts';

interface MergeDialogProps {
  conversation: Pick<Conversation, 'id' | 'status'>;
  onClose: () => void;
}

/** Asks which of the same contact's conversations to merge with. */
export default function MergeDialog({ conversation, onClose }: MergeDialogProps) {
  return (
    <DialogFrame title={words('title')} size="sm" onClose={onClose}>
      <p className={styles.quiet}>{words('hint')}</p>
      <Choice conversation={conversation} onClose={onClose} />
    </DialogFrame>
  );
}

/** Merges, and shows the conversation that goes on; the toast undoes it. */
function useMergeInto({ id }: Pick<Conversation, 'id'>) {
  const client = useQueryClient();
  const me = useMe();
  const navigate = useNavigate();
  const addressOf = useAddressOf();
  const { offer } = useUndo();
  return useMutation({
    mutationFn: (into: string) => call(mergeConversation, { params: { id }, body: { into } }),
    onSuccess: (into) => {
      rememberConversation(client, into, me.id);
      refreshStatistics(client);
      void navigate(addressOf(into.id));
      toast({ title: words('merged'), ...offer(into, into.activityNo) });
    },
    onError: (error) =>
      toast({ title: common('updateFailed'), description: conflictWords(error), variant: 'destructive' }),
  });
}

function Choice({ conversation, onClose }: MergeDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const merge = useMergeInto(conversation);
  const profile = useQuery(visitorOf(conversation.id));
  const contactId = profile.data?.contactId ?? '';
  const list = useQuery({
    ...read(listContactConversations, { params: { id: contactId }, query: { limit: conversationsPerPageMax } }),
    enabled: contactId !== '',
  });
  const error = profile.error ?? list.error;
  if (error && !list.data)
    return <FailedState compact error={error} retry={() => void (profile.error ? profile : list).refetch()} />;
  if (!list.data) return <p aria-busy>{common('loading')}</p>;
  const others = list.data.filter((each) => canTakeIn(each, conversation));
  const hasOthers = list.data.some(({ id, mergedInto, isSpam }) => id !== conversation.id && !mergedInto && !isSpam);
  // A customer who has written before is known, unless others may be the same person.
  const mayBeAnother = !hasOthers || (profile.data?.proposedContacts ?? 0) > 0;
  const confirm = () => chosen && merge.mutate(chosen, { onSuccess: onClose });
  return (
    <>
      {others.length === 0 ? (
        <p className={styles.hint}>{words(hasOthers ? 'noneOpen' : 'none')}</p>
      ) : (
        <fieldset className={`${choice.choices} ${styles.conversations}`}>
          <legend>{words('which')}</legend>
          {others.map((each) => (
            <label
              key={each.id}
              className={`${choice.choice} ${styles.conversation}`}
              data-chosen={each.id === chosen || undefined}
            >
              <input type="radio" name="into" checked={each.id === chosen} onChange={() => setChosen(each.id)} />
              <Which conversation={each} />
            </label>
          ))}
        </fieldset>
      )}
      {mayBeAnother && (
        <p className={styles.hint}>
          {words.rich('otherPerson', {
            link: (
              <Link key="link" to={`/contacts/${contactId}`}>
                {words('mergeContacts')}
              </Link>
            ),
          })}
        </p>
      )}
      <div className={choice.buttons}>
        <Button size="sm" variant="outline" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button size="sm" disabled={chosen === null} {...pausedWhile(merge.isPending, confirm)}>
          {words('merge')}
        </Button>
      </div>
    </>
  );
}

function Which({ conversation: { lastMessage, status, website, updatedAt } }: { conversation: Conversation }) {
  return (
    <span>
      <span dir="auto" className={styles.words}>
        {lastMessage?.content || visitor('noMessages')}
      </span>
      <span className={styles.facts}>
        <StatusTag status={status} />
        <span>
          <Facts>
            {websiteLabel({ website })}
            <Time at={updatedAt} short />
          </Facts>
        </span>
      </span>
    </span>
  );
}

/** Leaves out what the server would refuse. */
const canTakeIn = (into: Conversation, { id, status }: Pick<Conversation, 'id' | 'status'>): boolean =>
  into.id !== id && !into.mergedInto && !into.isSpam && (into.status !== 'closed' || status === 'closed');
