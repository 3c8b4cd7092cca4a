import { Box, Stack } from '@chakra-ui/react';
import { mailSignatureMaxLength } from '@parley/contracts/messages/limits';
import { fillTemplate, replyVariables } from '@parley/contracts/messages/reply-template';
import type { FormEvent } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { faultIn } from '../../domain/canned-replies/template-fault.ts';
import { useDraft } from '../../forms/draft.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { labelsOf } from '../../forms/settings-form.tsx';
import { forms } from '../../i18n/en/forms.ts';
import { profile } from '../../i18n/en/profile.ts';
import { TextArea } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FormattedText } from '../../ui/rich-text.tsx';

/** Edits the signature below the user's replies by email, with a preview. */
export function MailSignature() {
  const me = useMe();
  const draft = useDraft('mail signature', { mailSignature: me.mailSignature });
  const change = useChangeMe({ success: forms('settingsUpdated') });
  const { mailSignature } = draft.value;
  const fault = faultIn(mailSignature);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault) return;
    const { edits, seen } = draft;
    change.mutate({ ...edits, expected: seen }, { onSuccess: () => draft.settle(edits) });
  };
  const firstName = me.name.split(' ')[0] ?? me.name;
  const values = {
    ...replyVariables,
    'representative.name': me.name,
    'representative.firstName': firstName,
    'representative.email': me.email,
  };
  return (
    <Panel title={profile('signature')} description={profile('signatureAbout')}>
      <form onSubmit={submit}>
        <Stack gap="4">
          <TextArea
            label={profile('signature')}
            hint={profile('signatureHint', { example: '{{representative.name}}' })}
            rows={4}
            maxLength={mailSignatureMaxLength}
            value={mailSignature}
            error={fault ?? faultOf(change.error, 'mailSignature')}
            onChange={({ target }) => draft.set({ mailSignature: target.value })}
          />
          {mailSignature.trim() !== '' && (
            <Box as="section" aria-label={profile('signaturePreview')}>
              <Box fontSize="sm" fontWeight="medium">
                {profile('signaturePreview')}
              </Box>
              <Box dir="auto" mt="2" p="3" borderWidth="1px" borderRadius="md" fontSize="sm" overflowWrap="anywhere">
                <FormattedText markdown={fillTemplate(mailSignature, values)} />
              </Box>
            </Box>
          )}
          <SaveBar
            label={profile('saveSignature')}
            isDirty={draft.isDirty}
            isPending={change.isPending}
            onReset={draft.reset}
            unsaved={labelsOf(draft.edits, () => profile('signature'))}
          />
        </Stack>
      </form>
    </Panel>
  );
}
