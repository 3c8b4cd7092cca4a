import { Box, Grid, Stack } from '@chakra-ui/react';
import { emailChange } from '@parley/contracts/routes/users';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { currentUserKey, useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { isConflict } from '../../api/as-seen.ts';
import { useDraft } from '../../forms/draft.ts';
import { ImagePicker } from '../../forms/image-picker.tsx';
import { useMay } from '../../forms/permissions.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { labelsOf } from '../../forms/settings-form.tsx';
import { common } from '../../i18n/en/common.ts';
import { forms } from '../../i18n/en/forms.ts';
import { profile } from '../../i18n/en/profile.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { twoColumns } from '../../ui/two-columns.ts';
import { EmailChange, useEmailChange } from './email-change.tsx';

/** Edits the user's picture, name and sign-in address. */
export function Profile() {
  return (
    <Panel title={profile('title')} description={profile('about')}>
      <Stack gap="5">
        <Picture />
        <Details />
      </Stack>
    </Panel>
  );
}

function Picture() {
  const me = useMe();
  const change = useChangeMe({ success: profile('avatarUpdated'), failed: profile('avatarFailed') });
  return (
    <ImagePicker
      label={profile('uploadPicture')}
      preview={<Avatar name={me.name} imageUrl={me.profileImageUrl} size="xl" />}
      isPaused={change.isPending}
      onPick={(profileImageUrl) => change.mutate({ profileImageUrl })}
      onRemove={me.profileImageUrl ? () => change.mutate({ profileImageUrl: null }) : undefined}
    />
  );
}

function Details() {
  const client = useQueryClient();
  const me = useMe();
  const draft = useDraft('profile', { name: me.name, email: me.email });
  const address = useEmailChange();
  const mayMoveUnconfirmed = useMay('people.update');
  const isKept = address.data?.isMailed === false && !mayMoveUnconfirmed;
  const movesSignIn = draft.value.email.trim() !== me.email;
  const change = useChangeMe({ success: forms('settingsUpdated') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { edits, seen } = draft;
    change.mutate(
      { ...edits, expected: seen },
      {
        onSuccess: () => {
          draft.settle(edits);
          if (movesSignIn) void client.invalidateQueries({ queryKey: keyOf(emailChange) });
        },
        onError: (error) => {
          const now = client.getQueryData<SignedInUser>(currentUserKey);
          if (now && isConflict(error)) draft.seeAnew(now);
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Grid templateColumns={twoColumns} gap="4">
        <TextField
          label={profile('fullName')}
          required
          autoComplete="name"
          value={draft.value.name}
          error={faultOf(change.error, 'name')}
          onChange={(event) => draft.set({ name: event.target.value })}
        />
        <Box minW="0">
          <TextField
            label={common('email')}
            type="email"
            required
            autoComplete="email"
            disabled={isKept}
            hint={isKept ? profile('addressWithoutMail') : movesSignIn && profile('signInAddressHint')}
            value={draft.value.email}
            error={faultOf(change.error, 'email')}
            onChange={(event) => draft.set({ email: event.target.value })}
          />
          <EmailChange />
        </Box>
      </Grid>
      <SaveBar
        isDirty={draft.isDirty}
        isPending={change.isPending}
        onReset={draft.reset}
        unsaved={labelsOf(draft.edits, (name) => (name === 'name' ? profile('fullName') : common('email')))}
      />
    </form>
  );
}
