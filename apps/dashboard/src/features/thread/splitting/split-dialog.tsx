import { Button } from '@chakra-ui/react';
import { newId } from '@parley/client/identifier';
import type { Message } from '@parley/contracts/entities';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import { listMessages, splitConversation } from '@parley/contracts/routes/conversations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { read } from '../../../api/read.ts';
import { useMe } from '../../../auth/auth.tsx';
import { common } from '../../../i18n/en/common.ts';
import { merging as words } from '../../../i18n/en/merging.ts';
import { rememberConversation } from '../../../live/conversation-cache.ts';
import { conflictWords } from '../../../live/refused-words.ts';
import { refreshStatistics } from '../../../live/statistics.ts';
import { useUndo } from '../../../live/undo.ts';
import choice from '../../../ui/choice.module.css';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FailedState } from '../../../ui/empty-state.tsx';
import { pausedWhile } from '../../../ui/paused-while.ts';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast/toasts.ts';
import { useAddressOf } from '../merging/use-address-of.ts';
import { senderLabel, senderNameOf } from '../sender-label.ts';
import styles from './splitting.module.css';

interface SplitDialogProps {
  conversationId: string;
  /** Message that the new conversation begins with; the newest one of the customer's unless given. */
  seq?: number;
  onClose: () => void;
}

/** Number of messages before the chosen one that are offered too. */
const before = 20;

/** Asks which messages move into a new conversation. */
export default function SplitDialog({ conversationId, seq, onClose }: SplitDialogProps) {
  const query = { limit: messagesPerPageMax, ...(seq !== undefined && { after: Math.max(0, seq - 1 - before) }) };
  const { data, error, refetch } = useQuery(read(listMessages, { params: { id: conversationId }, query }));
  const messages = data?.filter(({ removedAt }) => !removedAt);
  const first = seq ?? messages?.findLast(({ senderType }) => senderType === 'customer')?.seq ?? messages?.at(-1)?.seq;
  return (
    <DialogFrame title={words('splitTitle')} onClose={onClose}>
      <p className={styles.hint}>{words('splitHint')}</p>
      {error && !data && <FailedState compact error={error} retry={() => void refetch()} />}
      {messages && first !== undefined && (
        <Choice conversationId={conversationId} messages={messages} first={first} onClose={onClose} />
      )}
    </DialogFrame>
  );
}

interface ChoiceProps {
  conversationId: string;
  messages: readonly Message[];
  first: number;
  onClose: () => void;
}

function Choice({ conversationId, messages, first, onClose }: ChoiceProps) {
  const client = useQueryClient();
  const me = useMe();
  const navigate = useNavigate();
  const addressOf = useAddressOf();
  const { offer } = useUndo();
  const [isOnwards, setOnwards] = useState(true);
  const [chosen, setChosen] = useState<readonly number[]>([first]);
  /** Sent again after a failure under the same id, it splits once. */
  const [clientSplitId] = useState(newId);
  const split = useMutation({
    mutationFn: () =>
      call(splitConversation, {
        params: { id: conversationId },
        body: { ...(isOnwards ? { fromSeq: first } : { seqs: [...chosen] }), clientSplitId },
      }),
    onSuccess: ({ conversation, splitOff }) => {
      rememberConversation(client, splitOff, me.id);
      refreshStatistics(client);
      onClose();
      void navigate(addressOf(splitOff.id));
      toast({ title: words('splitDone'), ...offer(conversation, conversation.activityNo) });
    },
    onError: (error) => toast({ title: words('notSplit'), description: conflictWords(error), variant: 'destructive' }),
  });
  const toggle = (seq: number) =>
    setChosen(chosen.includes(seq) ? chosen.filter((each) => each !== seq) : [...chosen, seq]);
  return (
    <>
      <fieldset className={choice.choices}>
        <legend>{words('splitWhich')}</legend>
        <label className={choice.choice} data-chosen={isOnwards || undefined}>
          <input type="radio" name="which" checked={isOnwards} onChange={() => setOnwards(true)} />
          {words('splitOnwards')}
        </label>
        <label className={choice.choice} data-chosen={!isOnwards || undefined}>
          <input type="radio" name="which" checked={!isOnwards} onChange={() => setOnwards(false)} />
          {words('splitSingle')}
        </label>
      </fieldset>
      <ul className={styles.messages} aria-label={words('splitMessages')}>
        {messages
          .filter(({ seq }) => !isOnwards || seq >= first)
          .map((message) => (
            <li key={message.seq} data-team={message.senderType === 'customer' ? undefined : ''}>
              <label>
                {!isOnwards && (
                  <input type="checkbox" checked={chosen.includes(message.seq)} onChange={() => toggle(message.seq)} />
                )}
                <span>
                  <span className={styles.who}>
                    <bdi>{senderNameOf(message) ?? senderLabel(message.senderType)}</bdi>
                    <Time at={message.createdAt} short />
                  </span>
                  <span dir="auto" className={styles.text}>
                    {message.content || message.attachments?.map(({ name }) => name).join(', ')}
                  </span>
                </span>
              </label>
            </li>
          ))}
      </ul>
      <div className={choice.buttons}>
        <Button size="sm" variant="outline" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          size="sm"
          disabled={!isOnwards && chosen.length === 0}
          {...pausedWhile(split.isPending, () => split.mutate())}
        >
          {words('splitButton')}
        </Button>
      </div>
    </>
  );
}
