import { Grid } from '@chakra-ui/react';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { addMailbox, listMailboxes, updateMailbox } from '@parley/contracts/routes/mailboxes';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { BehaviourFields } from '../../domain/mail/behaviour-fields.tsx';
import { useTeams } from '../../domain/users/use-teams.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { views } from '../../i18n/en/views.ts';
import { focusAtFirst, SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { twoColumns } from '../../ui/two-columns.ts';
import { ReceivingFields, SendingFields } from './connection-fields.tsx';
import { bodyOf, type Typed, typedOf } from './typed.ts';

/** A new mailbox, or one that is changed. */
export function MailboxForm({ mailbox, onDone }: { mailbox: Mailbox | undefined; onDone: () => void }) {
  const [typed, setTyped] = useState(() => typedOf(mailbox));
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const put = (seen: Mailbox | undefined) => {
    const body = bodyOf(typed);
    return seen
      ? call(updateMailbox, { params: { id: seen.id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addMailbox, { body });
  };
  const save = useSaveItem(put, { item: mailbox, list: keyOf(listMailboxes), onDone });
  const fault = (field: string) => faultOf(save.error, field);
  const text = (field: 'name' | 'address' | 'senderName' | 'aliases') => ({
    value: typed[field],
    error: fault(field),
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });
  const connection = { typed, set, fault };
  return (
    <ItemForm
      saveLabel={mailboxWords('save')}
      isPaused={save.isPending}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <Grid templateColumns={twoColumns} gap="3">
        <TextField
          ref={focusAtFirst}
          label={mailboxWords('name')}
          hint={mailboxWords('nameHint')}
          required
          maxLength={60}
          {...text('name')}
        />
        <TextField label={mailboxWords('address')} type="email" dir="ltr" required {...text('address')} />
      </Grid>
      <TextArea
        label={mailboxWords('aliases')}
        hint={mailboxWords('aliasesHint')}
        rows={2}
        dir="ltr"
        {...text('aliases')}
      />
      <Places typed={typed} set={set} />
      <ReceivingFields {...connection} />
      <SendingFields {...connection} />
      <TextField label={mailboxWords('senderName')} hint={mailboxWords('senderNameHint')} {...text('senderName')} />
      <SwitchField
        label={mailboxWords('opens')}
        hint={mailboxWords('opensHint')}
        checked={typed.opensConversations}
        onChange={(opensConversations) => set({ opensConversations })}
      />
      <BehaviourFields mailboxId={mailbox?.id} value={typed} set={set} fault={fault} opens={typed.opensConversations} />
    </ItemForm>
  );
}

/** Website and team of the conversations that its mails open. */
function Places({ typed, set }: { typed: Typed; set: (change: Partial<Typed>) => void }) {
  const websites = useRead(listWebsites, {}).data ?? [];
  const teams = useTeams();
  return (
    <Grid templateColumns={twoColumns} gap="3">
      <SelectField
        label={mailboxWords('website')}
        value={typed.websiteId ?? ''}
        options={[
          { value: '', label: views('noWebsite') },
          ...websites.map(({ id, domain }) => ({ value: id, label: domain })),
        ]}
        onChange={(id) => set({ websiteId: id || null })}
      />
      <SelectField
        label={mailboxWords('team')}
        value={typed.teamId ?? ''}
        options={[{ value: '', label: views('noTeam') }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(id) => set({ teamId: id || null })}
      />
    </Grid>
  );
}
