import { Box, Button } from '@chakra-ui/react';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { deleteMailbox, listMailboxes } from '@parley/contracts/routes/mailboxes';
import { useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { CheckMailbox } from './check-mailbox.tsx';
import { MailClients } from './mail-clients.tsx';
import { MailboxConsent, useConsentOutcome } from './mailbox-consent.tsx';
import { useMay } from '../../forms/permissions.ts';
import { useSettings } from '../../forms/settings.ts';
import { common } from '../../i18n/en/common.ts';
import { mailboxAccess } from '../../i18n/en/mailboxaccess.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { t } from '../../i18n/server-text.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { MailboxForm } from './mailbox-form.tsx';

/** The first mailbox, which has a tab of its own, and those beside it. */
export default function Mailboxes() {
  const mailboxes = useRead(listMailboxes, {});
  const [deleting, setDeleting] = useState<Mailbox | null>(null);
  const [checking, setChecking] = useState<Mailbox | null>(null);
  const settings = useSettings().data;
  const mayRegister = useMay('security.manage');
  useConsentOutcome();
  useRowKeys({ e: common('edit'), p: mailboxAccess('check'), '#': mailboxWords('deleteTitle') });
  return (
    <>
      <FirstMailbox />
      <ItemsPanel
        title={mailboxWords('title')}
        description={mailboxWords('about')}
        add={{ id: 'mailbox:add', label: mailboxWords('add') }}
        items={mailboxes}
        empty={{ icon: Inbox, title: mailboxWords('none'), hint: mailboxWords('noneHint') }}
        renderForm={(mailbox, onDone) => <MailboxForm mailbox={mailbox} onDone={onDone} />}
      >
        {(mailbox, onEdit) => (
          <ItemLine
            change={{
              onEdit,
              onDelete: () => setDeleting(mailbox),
              others: (
                <Button size="2xs" variant="outline" aria-keyshortcuts="p" onClick={() => setChecking(mailbox)}>
                  {mailboxAccess('checkShort')}
                </Button>
              ),
            }}
          >
            <MailboxFacts mailbox={mailbox} />
            {mailbox.receiving.kind === 'imap_oauth' && <MailboxConsent mailbox={mailbox} />}
          </ItemLine>
        )}
      </ItemsPanel>
      {settings && mayRegister && <MailClients settings={settings} />}
      {checking && <CheckMailbox mailbox={checking} onClose={() => setChecking(null)} />}
      <DeleteMailbox mailbox={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function FirstMailbox() {
  const { fromEmail, newMailOpens } = useSettings().data?.emailConfig ?? {};
  return (
    <Panel
      title={mailboxWords('first')}
      description={mailboxWords('firstHint')}
      flush
      action={
        <Button asChild size="xs" variant="outline">
          <Link to="/integrations?tab=email">{mailboxWords('openFirst')}</Link>
        </Button>
      }
    >
      {(fromEmail || newMailOpens) && (
        <Box px="4" py="2" fontSize="sm" display="flex" flexWrap="wrap" gap="2">
          {fromEmail && <bdi dir="ltr">{fromEmail}</bdi>}
          {newMailOpens && <Tag>{mailboxWords('opens')}</Tag>}
        </Box>
      )}
    </Panel>
  );
}

function MailboxFacts({ mailbox }: { mailbox: Mailbox }) {
  const { name, address, receivedAt, failure, conversationCount, receiving } = mailbox;
  return (
    <>
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="2" fontSize="sm">
        <bdi>{name}</bdi>
        <Box asChild color="fg.muted">
          <bdi dir="ltr">{address}</bdi>
        </Box>
        {failure && <Tag tone="red">{mailboxWords('failing')}</Tag>}
      </Box>
      <Box color="fg.muted" fontSize="xs">
        <Facts>
          {mailboxWords(receiving.kind)}
          {receivedAt ? (
            <span>{mailboxWords.rich('received', { time: <Time at={receivedAt} /> })}</span>
          ) : (
            mailboxWords('nothingReceived')
          )}
          {mailboxWords('conversations', { count: conversationCount })}
        </Facts>
      </Box>
      {failure && failure.localized?.code !== 'mailbox_consent_needed' && (
        <Box color="fg.error" fontSize="xs">
          {t(failure.localized, failure.message)}
        </Box>
      )}
    </>
  );
}

function DeleteMailbox({ mailbox, onClose }: { mailbox: Mailbox | null; onClose: () => void }) {
  const client = useQueryClient();
  const { name = '', conversationCount: count = 0 } = mailbox ?? {};
  return (
    <DeleteDialog
      title={mailboxWords('deleteTitle')}
      id={mailbox?.id ?? null}
      remove={(id) => call(deleteMailbox, { params: { id } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listMailboxes) })}
      onClose={onClose}
    >
      {count === 0 ? mailboxWords('deleteHint', { name }) : mailboxWords('deleteUsed', { name, count })}
    </DeleteDialog>
  );
}
