import { Stack } from '@chakra-ui/react';
import type { Representative } from '@parley/contracts/entities';
import { emailChange, listRepresentatives, updateUser } from '@parley/contracts/routes/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '../../api/as-seen.ts';
import { faultOf } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import { keyOf, read, alwaysFresh } from '../../api/read.ts';
import { refusalOfRights } from '../../domain/users/permission-words.ts';
import { common } from '../../i18n/en/common.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** Sets the address that another user signs in with. */
export function ChangeEmailDialog({ member, onClose }: { member: Representative; onClose: () => void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState(member.email);
  const { data: mail } = useQuery({ ...read(emailChange, {}), ...alwaysFresh });
  const change = useMutation({
    mutationFn: () =>
      call(updateUser, {
        params: { id: member.id },
        body: { email: email.trim(), expected: { email: member.email } },
      }),
    onSuccess: () => {
      toast({ title: teamWords('emailChanged'), description: member.name });
      onClose();
    },
    onError: (error) => {
      if (faultOf(error, 'email') && !isConflict(error)) return;
      toast({ title: common('updateFailed'), description: refusalOfRights(error), variant: 'destructive' });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(listRepresentatives) }),
  });
  const isSame = email.trim() === member.email || email.trim() === '';
  return (
    <FormDialog
      title={teamWords('changeEmail')}
      submitLabel={teamWords('changeEmail')}
      isPaused={isSame || change.isPending}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Stack gap="3">
        <TextField
          label={teamWords('emailOf', { name: member.name })}
          type="email"
          required
          autoComplete="off"
          value={email}
          error={faultOf(change.error, 'email')}
          hint={mail && teamWords(mail.isMailed ? 'changeEmailHint' : 'changeEmailWithoutMail')}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Stack>
    </FormDialog>
  );
}
