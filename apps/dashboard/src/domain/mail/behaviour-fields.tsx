import { type MailboxBehaviour, mailboxTextMaxLength } from '@parley/contracts/channels/mailbox-behaviour';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { itemFields, optionsOf } from '../fields/fields.ts';
import { TemplateFields } from './template-fields.tsx';
import { ScheduleField } from '../schedules/schedule-field.tsx';

interface BehaviourFieldsProps {
  value: MailboxBehaviour;
  set: (change: Partial<MailboxBehaviour>) => void;
  fault: (field: keyof MailboxBehaviour) => string | undefined;
  /** Disables a field that the user may not change, and adds the reason to its hint. */
  guard?: (field: 'authservId', hint: string) => { disabled: boolean; hint: string | undefined };
  /** The saved mailbox: null for the first one, undefined for a new one. */
  mailboxId: string | null | undefined;
  /** Whether new mail opens conversations, which may be confirmed and answered by the assistant. */
  opens: boolean;
}

/** Edits what a mailbox does with new mail and its answers: the first mailbox on the Email tab, and each other one. */
export function BehaviourFields({ value, set, fault, guard, mailboxId, opens }: BehaviourFieldsProps) {
  const text = (field: 'signature' | 'autoReplyText' | 'autoReplyClosedText') => ({
    rows: 3,
    maxLength: mailboxTextMaxLength,
    value: value[field],
    error: fault(field),
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });
  const server = guard?.('authservId', mailboxWords('authservHint')) ?? { hint: mailboxWords('authservHint') };
  return (
    <>
      <TextArea
        label={mailboxWords('signature')}
        hint={mailboxWords('signatureHint', { example: '{{representative.name}}' })}
        {...text('signature')}
      />
      <TemplateFields value={value} set={set} fault={fault} mailboxId={mailboxId} />
      {opens && (
        <>
          <SelectField
            label={mailboxWords('autoReply')}
            value={value.autoReply}
            options={optionsOf(itemFields.mailbox.autoReply)}
            onChange={(autoReply) => set({ autoReply })}
          />
          {value.autoReply !== 'off' && (
            <>
              <TextArea
                label={mailboxWords('autoReplyText')}
                hint={mailboxWords('autoReplyHint')}
                {...text('autoReplyText')}
              />
              {value.autoReply === 'always' && (
                <TextArea
                  label={mailboxWords('closedText')}
                  hint={mailboxWords('closedTextHint')}
                  {...text('autoReplyClosedText')}
                />
              )}
              <ScheduleField
                value={value.scheduleId}
                none={mailboxWords('usualSchedule')}
                hint={mailboxWords('scheduleHint')}
                onChange={(scheduleId) => set({ scheduleId })}
              />
            </>
          )}
          <SwitchField
            label={mailboxWords('assistant')}
            hint={mailboxWords('assistantHint')}
            checked={value.assistant}
            onChange={(assistant) => set({ assistant })}
          />
          {value.assistant && (
            <TextField
              label={mailboxWords('delay')}
              inputMode="numeric"
              value={String(Math.round(value.assistantDelaySeconds / 60))}
              error={fault('assistantDelaySeconds')}
              onChange={({ target }) =>
                set({ assistantDelaySeconds: Number(target.value.replaceAll(/\D/g, '').slice(0, 5)) * 60 })
              }
            />
          )}
        </>
      )}
      <TextField
        label={mailboxWords('authserv')}
        dir="ltr"
        autoComplete="off"
        {...server}
        value={value.authservId}
        error={fault('authservId')}
        onChange={({ target }) => set({ authservId: target.value.trim() })}
      />
    </>
  );
}
