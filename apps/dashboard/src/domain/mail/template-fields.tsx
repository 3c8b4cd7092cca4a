import { Box, Button, Grid, Stack } from '@chakra-ui/react';
import {
  type MailboxBehaviour,
  mailFooterMaxLength,
  mailboxTextMaxLength,
} from '@parley/contracts/channels/mailbox-behaviour';
import { fillTemplate, replyVariables } from '@parley/contracts/messages/reply-template';
import { addMailLogo, testMailTemplate } from '@parley/contracts/routes/mailboxes';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId } from 'react';
import { call } from '../../api/call.ts';
import { ColourPicker, isColour } from '../../forms/colour-picker.tsx';
import { ImagePicker } from '../../forms/image-picker.tsx';
import { useMay } from '../../forms/permissions.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { FormattedText } from '../../ui/rich-text.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';

export type Template = Pick<MailboxBehaviour, 'signature' | 'legalText' | 'logoUrl' | 'mailColour' | 'mailFooter'>;

interface TemplateFieldsProps {
  value: Template;
  set: (change: Partial<Template>) => void;
  fault: (field: keyof Template) => string | undefined;
  /** The saved mailbox that a test is sent from: null for the first one, undefined for a new one. */
  mailboxId: string | null | undefined;
}

/** Edits what a mailbox puts around its mails, with a preview in light and dark. */
export function TemplateFields({ value, set, fault, mailboxId }: TemplateFieldsProps) {
  const pickerId = useId();
  const mayTest = useMay('mail.manage');
  const upload = useMutation({
    mutationFn: (picture: string) => call(addMailLogo, { body: { picture } }),
    onSuccess: ({ url }) => set({ logoUrl: url }),
    onError: (error) => toastFailure(error),
  });
  const test = useMutation({
    mutationFn: (id: string | null) => call(testMailTemplate, { body: { mailboxId: id } }),
    onSuccess: () => toast({ title: mailboxWords('testSent') }),
    onError: (error) => toastFailure(error, mailboxWords('testNotSent')),
  });
  return (
    <>
      <TextArea
        label={mailboxWords('legalText')}
        hint={mailboxWords('legalTextHint')}
        rows={3}
        maxLength={mailboxTextMaxLength}
        value={value.legalText}
        error={fault('legalText')}
        onChange={({ target }) => set({ legalText: target.value })}
      />
      {mayTest && (
        <ImagePicker
          label={mailboxWords('logo')}
          preview={value.logoUrl && <img src={value.logoUrl} alt="" height={40} style={{ blockSize: '2.5rem' }} />}
          isPaused={upload.isPending}
          onPick={(picture) => upload.mutate(picture)}
          onRemove={value.logoUrl ? () => set({ logoUrl: '' }) : undefined}
        />
      )}
      <Box display="flex" gap="2" alignItems="flex-end">
        <ColourPicker
          id={pickerId}
          value={value.mailColour}
          fallback="#ffffff"
          onChange={(mailColour) => set({ mailColour })}
        />
        <TextField
          label={mailboxWords('mailColour')}
          dir="ltr"
          maxLength={7}
          placeholder="#af1f31"
          value={value.mailColour}
          error={
            value.mailColour === '' || isColour(value.mailColour)
              ? fault('mailColour')
              : widgetWords('colourFault', { example: '#af1f31' })
          }
          onChange={({ target }) => set({ mailColour: target.value.trim() })}
        />
      </Box>
      <TextArea
        label={mailboxWords('mailFooter')}
        rows={2}
        maxLength={mailFooterMaxLength}
        value={value.mailFooter}
        error={fault('mailFooter')}
        onChange={({ target }) => set({ mailFooter: target.value })}
      />
      <Stack gap="2" as="section" aria-label={mailboxWords('preview')}>
        <Box fontSize="sm" fontWeight="medium">
          {mailboxWords('preview')}
        </Box>
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="3">
          <Preview value={value} />
          <Preview value={value} isDark />
        </Grid>
        {mayTest && mailboxId !== undefined && (
          <Box>
            <Button
              size="xs"
              variant="outline"
              {...pausedWhile(test.isPending, () => test.mutate(mailboxId))}
              title={mailboxWords('sendTestHint')}
            >
              <Send size={14} aria-hidden />
              {mailboxWords('sendTest')}
            </Button>
          </Box>
        )}
      </Stack>
    </>
  );
}

/** Shows a mail as mail programs do, on white paper or a dark page. */
function Preview({ value, isDark = false }: { value: Template; isDark?: boolean }) {
  const { signature, legalText, logoUrl, mailColour, mailFooter } = value;
  const text = isDark ? '#ececec' : '#1a1a1a';
  const small = isDark ? '#a8adb3' : '#5f6368';
  return (
    <Box
      borderWidth="1px"
      borderRadius="md"
      p="4"
      fontSize="sm"
      overflowWrap="anywhere"
      style={{
        background: isDark ? '#1b1b1d' : '#ffffff',
        color: text,
        ...(isColour(mailColour) && {
          borderTopColor: mailColour,
          borderTopWidth: 'var(--chakra-spacing-1)',
        }),
      }}
    >
      {logoUrl && <img src={logoUrl} alt="" style={{ blockSize: '2.5rem', marginBlockEnd: '1rem' }} />}
      <p dir="auto">{mailboxWords('previewText')}</p>
      {signature.trim() && (
        <Box dir="auto" mt="4">
          <FormattedText markdown={fillTemplate(signature, replyVariables)} />
        </Box>
      )}
      <Box mt="4" fontSize="xs" style={{ color: small }}>
        {legalText.trim() && (
          <Box dir="auto" mb="2">
            <FormattedText markdown={legalText} />
          </Box>
        )}
        <Box dir="auto" whiteSpace="pre-wrap">
          {mailFooter}
        </Box>
      </Box>
    </Box>
  );
}
