import { Grid } from '@chakra-ui/react';
import { changePassword } from '@parley/contracts/routes/users';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { NewPasswordField } from '../../forms/new-password-field.tsx';
import { SaveBar } from '../../forms/save-bar.tsx';
import { forms } from '../../i18n/en/forms.ts';
import { profile } from '../../i18n/en/profile.ts';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { twoColumns } from '../../ui/two-columns.ts';

const blank = { currentPassword: '', newPassword: '' };

/** Changes the user's password. */
export function Password() {
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
        <Grid templateColumns={twoColumns} gap="4">
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
