import { Box, Grid, Stack } from '@chakra-ui/react';
import { languageCodes, languages } from '@parley/contracts/text/languages';
import { changePassword, emailChange } from '@parley/contracts/routes/users';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { currentUserKey, useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { isConflict } from '../../api/as-seen.ts';
import { useDraft } from '../../forms/draft.ts';
import { ImagePicker } from '../../forms/image-picker.tsx';
import { useMay } from '../../forms/permissions.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { common } from '../../i18n/en/common.ts';
import { forms } from '../../i18n/en/forms.ts';
import { views } from '../../i18n/en/views.ts';
import { profile } from '../../i18n/en/profile.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Select, SwitchField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NewPasswordField } from '../../forms/new-password-field.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { EmailChange, useEmailChange } from './email-change.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

export function Profile() {
  const { singleKeys, openNext } = usePreferences();
  return (
    <Stack gap="4">
      <Panel title={profile('title')} description={profile('about')}>
        <Stack gap="5">
          <Picture />
          <Details />
        </Stack>
      </Panel>
      <Password />
      <LanguageChoice />
      <SendDelay />
      <Panel title={profile('keyboard')} description={profile('keyboardHint')}>
        <SwitchField
          label={profile('singleKeys')}
          hint={profile('singleKeysHint')}
          checked={singleKeys}
          onChange={(checked) => setPreference('singleKeys', checked)}
        />
        <SwitchField
          label={views('openNext')}
          hint={views('openNextHint')}
          checked={openNext}
          onChange={(checked) => setPreference('openNext', checked)}
        />
      </Panel>
    </Stack>
  );
}

const asBrowser = 'browser';

function LanguageChoice() {
  const me = useMe();
  const change = useChangeMe({ success: forms('settingsUpdated') });
  return (
    <Panel title={profile('language')} description={profile('languageHint')}>
      <Select
        aria-label={profile('language')}
        value={me.language ?? asBrowser}
        options={[
          { value: asBrowser, label: profile('languageOfBrowser') },
          ...languageCodes.map((value) => ({ value, label: languages[value] })),
        ]}
        disabled={change.isPending}
        onChange={(value) => change.mutate({ language: value === asBrowser ? null : value })}
      />
    </Panel>
  );
}

const delays = [0, 3, 5, 10, 20, 30];

function SendDelay() {
  const me = useMe();
  const change = useChangeMe({ success: forms('settingsUpdated') });
  const offered = [...new Set([...delays, me.sendDelaySeconds])].toSorted((one, other) => one - other);
  return (
    <Panel title={scheduledWords('delay')} description={scheduledWords('delayHint')}>
      <Select
        aria-label={scheduledWords('delay')}
        value={String(me.sendDelaySeconds)}
        options={offered.map((count) => ({
          value: String(count),
          label: count === 0 ? scheduledWords('atOnce') : scheduledWords('seconds', { count }),
        }))}
        disabled={change.isPending}
        onChange={(value) => change.mutate({ sendDelaySeconds: Number(value) })}
      />
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
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
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
      <SaveBar isDirty={draft.isDirty} isPending={change.isPending} onReset={draft.reset} />
    </form>
  );
}

const blank = { currentPassword: '', newPassword: '' };

function Password() {
  const me = useMe();
  const [passwords, setPasswords] = useState(blank);
  const change = useMutation({
    mutationFn: () => call(changePassword, { params: { id: me.id }, body: passwords }),
    onSuccess: () => {
      setPasswords(blank);
      toast({ title: forms('settingsUpdated'), description: profile('passwordChanged') });
    },
    onError: (error) => toastFailure(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Panel title={profile('password')} description={profile('passwordHint')}>
      <form onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={me.email} />
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
          <TextField
            label={profile('currentPassword')}
            type="password"
            autoComplete="current-password"
            required
            value={passwords.currentPassword}
            error={faultOf(change.error, 'currentPassword')}
            onChange={(event) => setPasswords({ ...passwords, currentPassword: event.target.value })}
          />
          <NewPasswordField
            label={profile('newPassword')}
            value={passwords.newPassword}
            fault={faultOf(change.error, 'newPassword')}
            onChange={(newPassword) => setPasswords({ ...passwords, newPassword })}
          />
        </Grid>
        <SaveBar
          label={profile('changePassword')}
          isKept={false}
          isDirty={passwords.currentPassword !== '' && passwords.newPassword !== ''}
          isPending={change.isPending}
          onReset={() => setPasswords(blank)}
        />
      </form>
    </Panel>
  );
}
