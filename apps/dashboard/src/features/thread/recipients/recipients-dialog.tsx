import { Dialog, Stack } from '@chakra-ui/react';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import { useState } from 'react';
import { useChangeLabels } from '../../../domain/tags/change-labels.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { readAddresses } from './read-addresses.ts';

interface Props {
  conversation: Pick<Conversation, 'id' | 'participants'>;
  onClose: () => void;
}

/** Adds people to the emails of a conversation. */
export default function RecipientsDialog({ conversation, onClose }: Props) {
  const { participants = [] } = conversation;
  const change = useChangeLabels(conversation);
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Participant['kind']>('cc');
  const [wrong, setWrong] = useState<string>();
  const add = () => {
    const named = readAddresses(text);
    const unreachable = named.find(({ address }) => !isReachableEmail(address));
    if (unreachable) {
      setWrong(emails('notAddress', { address: unreachable.address }));
      return;
    }
    const others = participants.filter(({ address }) => !named.some((each) => each.address === address));
    change(
      {
        participants: [...others, ...named.map((each) => ({ ...each, kind }))],
        expectedParticipants: participants,
      },
      emails('added'),
      onClose,
    );
  };
  return (
    <FormDialog
      title={emails('addTitle')}
      size="sm"
      submitLabel={emails('add')}
      isPaused={text.trim() === ''}
      onSubmit={add}
      onClose={onClose}
    >
      <Stack gap="4">
        <Dialog.Description textStyle="sm" color="fg.muted">
          {emails('addHint')}
        </Dialog.Description>
        <TextField
          label={emails('addresses')}
          hint={emails('addressesHint')}
          error={wrong}
          required
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(undefined);
          }}
        />
        <SelectField
          label={emails('addAs')}
          hint={kind === 'bcc' ? emails('bccHint') : undefined}
          value={kind}
          options={[
            { value: 'to', label: emails('to') },
            { value: 'cc', label: emails('cc') },
            { value: 'bcc', label: emails('bcc') },
          ]}
          onChange={setKind}
        />
      </Stack>
    </FormDialog>
  );
}
