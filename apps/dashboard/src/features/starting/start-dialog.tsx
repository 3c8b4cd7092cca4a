import { Box, Button, Stack } from '@chakra-ui/react';
import { channelName } from '@parley/contracts/channels/channel-name';
import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { subjectMaxLength } from '@parley/contracts/conversations/limits';
import { listStartWays } from '@parley/contracts/routes/contacts';
import { startConversation, updateConversation } from '@parley/contracts/routes/conversations';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import { isFormatted, plainTextOf } from '@parley/contracts/text/plain-text';
import { readRichText } from '@parley/contracts/text/rich-text';
import { newId } from '@parley/client/identifier';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { filledInIfAsked } from '../../api/fill-in.ts';
import { read } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { ContactLine, ContactSearch } from '../../domain/contacts/contact-search.tsx';
import { AttachButton } from '../../domain/files/attach-button.tsx';
import { UploadStrip } from '../../domain/files/upload-strip.tsx';
import { canSend, inputsOf, pasteFiles, takeUploads, useUploads } from '../../domain/files/uploads.ts';
import type { Editor, Format } from '../../domain/rich-text/editor.ts';
import { FormatBar } from '../../domain/rich-text/format-bar.tsx';
import { formatOfKey } from '../../domain/rich-text/format-keys.ts';
import LinkForm from '../../domain/rich-text/link-form.tsx';
import RichField from '../../domain/rich-text/rich-field.tsx';
import { common } from '../../i18n/en/common.ts';
import { language } from '../../i18n/language.ts';
import { starting as words } from '../../i18n/en/starting.ts';
import { thread } from '../../i18n/en/thread.ts';
import { rememberConversation } from '../../live/conversation-cache.ts';
import choice from '../../ui/choice.module.css';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { Select, SwitchField, TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { type StartPlace, StartPlaceFields } from './start-place.tsx';
import styles from './starting.module.css';

/** Receiver that was chosen: a contact, or an address that no contact has. */
type Receiver = { contact: ContactEntry } | { email: string };

interface StartDialogProps {
  /** Receiver; searched for without. */
  contact?: ContactEntry | undefined;
  onClose: () => void;
}

/** Starts a conversation with a contact or a new address, through a channel that reaches them. */
export default function StartDialog({ contact, onClose }: StartDialogProps) {
  const [receiver, setReceiver] = useState<Receiver | null>(contact ? { contact } : null);
  return receiver ? (
    <Writing receiver={receiver} onChange={contact ? undefined : () => setReceiver(null)} onClose={onClose} />
  ) : (
    <DialogFrame title={words('start')} onClose={onClose}>
      <Finding onFound={setReceiver} />
    </DialogFrame>
  );
}

/** Searches the contacts; an address that none has can be written to as well. */
function Finding({ onFound }: { onFound: (receiver: Receiver) => void }) {
  return (
    <ContactSearch
      label={words('to')}
      placeholder={words('toHint')}
      nobody={words('nobody')}
      onFound={(contact) => onFound({ contact })}
      renderFurther={(typed, found) =>
        isReachableEmail(typed) &&
        found.every(({ email }) => email?.toLowerCase() !== typed.toLowerCase()) && (
          <button type="button" className={choice.choice} onClick={() => onFound({ email: typed })}>
            {words('newAddress', { address: typed })}
          </button>
        )
      }
    />
  );
}

interface WritingProps {
  receiver: Receiver;
  /** Chooses another one; absent where the receiver is given. */
  onChange: (() => void) | undefined;
  onClose: () => void;
}

function Writing({ receiver, onChange, onClose }: WritingProps) {
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const contactId = 'contact' in receiver ? receiver.contact.id : undefined;
  const ways = useQuery({
    ...read(listStartWays, { params: { id: contactId ?? '' } }),
    enabled: contactId !== undefined,
  });
  const offered: readonly { channel: ConversationChannel; email: string | null }[] =
    'email' in receiver ? [{ channel: 'email', email: receiver.email }] : (ways.data ?? []);
  const [chosen, setChosen] = useState<ConversationChannel>();
  const way = offered.find(({ channel }) => channel === chosen) ?? offered[0];
  const [subject, setSubject] = useState('');
  const [place, setPlace] = useState<StartPlace>({});
  const [closes, setCloses] = useState(false);
  const [isBlank, setBlank] = useState(true);
  const [active, setActive] = useState<readonly Format[]>([]);
  const [linking, setLinking] = useState<{ href: string | null } | null>(null);
  const editor = useRef<Editor>(null);
  /** Sent again after a failure under the same id, it starts one conversation. */
  const [clientMessageId] = useState(newId);
  const uploads = useUploads(clientMessageId);
  const canStart = way !== undefined && canSend(uploads) && (!isBlank || uploads.length > 0);
  const closeStarted = async (id: string) => {
    try {
      const close = () => call(updateConversation, { params: { id }, body: { status: 'closed' } });
      rememberConversation(client, await filledInIfAsked(id, close), me.id);
    } catch (error) {
      toastFailure(error);
    }
  };
  const start = useMutation({
    mutationFn: async () => {
      const markdown = editor.current?.markdown() ?? '';
      const nodes = readRichText(markdown);
      const startAs = (isClosing: boolean) =>
        call(startConversation, {
          body: {
            ...(contactId === undefined ? { email: 'email' in receiver ? receiver.email : '' } : { contactId }),
            ...(way && { channel: way.channel }),
            ...(way?.channel === 'email' && subject.trim() && { subject: subject.trim() }),
            ...place,
            content: plainTextOf(nodes),
            ...(isFormatted(nodes) && { markdown }),
            ...(uploads.length > 0 && { attachments: inputsOf(uploads) }),
            clientMessageId,
            closes: isClosing,
          },
        });
      try {
        return await startAs(closes);
      } catch (error) {
        // There is nothing yet to fill in: it is started open, and closed once it has what it needs.
        if (!(error instanceof CallError) || error.code !== 'attributes_missing') throw error;
        const started = await startAs(false);
        void closeStarted(started.conversation.id);
        return started;
      }
    },
    onSuccess: ({ conversation }) => {
      takeUploads(clientMessageId);
      rememberConversation(client, conversation, me.id);
      toast({ title: words('started') });
      onClose();
      void navigate(`/conversations?selected=${conversation.id}`);
    },
    onError: (error) => toastFailure(error),
  });
  const send = () => {
    if (canStart) start.mutate();
  };
  const onFormat = (format: Format) => {
    if (format === 'link') setLinking({ href: editor.current?.linkHere() ?? null });
    else {
      editor.current?.toggle(format);
      editor.current?.focus();
    }
  };
  const closeLink = () => {
    setLinking(null);
    editor.current?.focus();
  };
  return (
    <DialogFrame
      title={words('start')}
      size="lg"
      stays={!isBlank || uploads.length > 0}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button {...pausedWhile(start.isPending || !canStart, send)}>{words('send')}</Button>
        </>
      }
    >
      <Stack gap="4">
        <div className={styles.receiver}>
          {'contact' in receiver ? <ContactLine contact={receiver.contact} /> : <bdi>{receiver.email}</bdi>}
          {onChange && (
            <Button size="2xs" variant="outline" onClick={onChange}>
              {words('change')}
            </Button>
          )}
        </div>
        {contactId !== undefined && ways.data && !way && (
          <p className={styles.quiet} role="alert">
            {words('unreachable')}
          </p>
        )}
        {offered.length > 1 && way && (
          <Box maxW="16rem">
            <Select
              aria-label={words('by')}
              value={way.channel}
              options={offered.map(({ channel, email }) => ({
                value: channel,
                label: email ? `${channelName(channel, language())}: ${email}` : channelName(channel, language()),
              }))}
              onChange={setChosen}
            />
          </Box>
        )}
        {way && (
          <>
            {offered.length === 1 && (
              <p className={styles.quiet}>
                {words('sentBy', { channel: way.email ?? channelName(way.channel, language()) })}
              </p>
            )}
            {way.channel === 'email' && (
              <TextField
                label={words('subject')}
                maxLength={subjectMaxLength}
                value={subject}
                onChange={(event) => setSubject(event.target.value)}
              />
            )}
            <div className={styles.field}>
              <RichField
                start={empty}
                label={thread('message')}
                placeholder={words('messageHint')}
                onEditor={(made) => {
                  editor.current = made;
                }}
                onChange={() => setBlank((editor.current?.value ?? '').trim() === '')}
                onFormats={setActive}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
                    send();
                    return true;
                  }
                  const format = formatOfKey(event);
                  if (!format) return false;
                  onFormat(format);
                  return true;
                }}
                onPaste={(event) => pasteFiles(clientMessageId, event)}
              />
            </div>
            {linking && (
              <LinkForm
                href={linking.href}
                onLink={(href) => {
                  const isSet = editor.current?.setLink(href) ?? false;
                  if (isSet) closeLink();
                  return isSet;
                }}
                onClose={closeLink}
              />
            )}
            <UploadStrip conversationId={clientMessageId} />
            <div className={styles.tools}>
              <FormatBar active={active} onFormat={onFormat} />
              <AttachButton conversationId={clientMessageId} />
            </div>
            <StartPlaceFields
              place={place}
              onChange={setPlace}
              isMail={way.channel === 'email'}
              asksWebsite={contactId === undefined}
            />
            <SwitchField label={words('closeAfter')} checked={closes} onChange={setCloses} />
          </>
        )}
      </Stack>
    </DialogFrame>
  );
}

const empty = { id: 'start', text: '', isMarkdown: true };
