import { Box, Button, Stack } from '@chakra-ui/react';
import type { Role } from '@parley/contracts/entities';
import { addScimToken, deleteScimToken, listScimTokens } from '@parley/contracts/routes/scim';
import { type ScimToken, scimPath } from '@parley/contracts/users/scim';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { usePublicUrl } from '../../forms/public-url.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { roleOptions } from './provider-form.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';

function useRefreshTokens() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(listScimTokens) });
}

/** Shows the address for a directory that manages the accounts, and the tokens it calls with. */
export function DirectoryTokens() {
  const tokens = useRead(listScimTokens, {});
  const publicUrl = usePublicUrl();
  const [deleting, setDeleting] = useState<ScimToken | null>(null);
  return (
    <Panel title={ssoWords('directory')} description={ssoWords('directoryHint')} flush>
      <Stack gap="4" p="4">
        <Box fontSize="sm">
          <Box fontWeight="500" mb="1">
            {ssoWords('baseUrl')}
          </Box>
          <CopyLine text={`${publicUrl}${scimPath}`} label={ssoWords('copy', { name: ssoWords('baseUrl') })} />
        </Box>
        <AddToken />
      </Stack>
      <Awaited read={tokens} />
      <Box as="ul" listStyleType="none">
        {tokens.data?.map((token) => (
          <Box
            as="li"
            key={token.id}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            gap="3"
            px="4"
            py="2"
            borderTopWidth="1px"
          >
            <Box flex="1 1 12rem" minW="0" fontSize="sm" overflowWrap="anywhere">
              <bdi>{token.name}</bdi>
              <Box color="fg.muted" fontSize="xs">
                <Facts>
                  <Box as="span" fontFamily="mono" dir="ltr">
                    {token.prefix}…
                  </Box>
                  {token.lastUsedAt === null
                    ? ssoWords('neverUsed')
                    : ssoWords.rich('lastUsed', { time: <Time at={token.lastUsedAt} /> })}
                </Facts>
              </Box>
            </Box>
            <Button size="2xs" variant="ghost" onClick={() => setDeleting(token)}>
              {ssoWords('takeBack')}
            </Button>
          </Box>
        ))}
      </Box>
      <TakeBack token={deleting} onClose={() => setDeleting(null)} />
    </Panel>
  );
}

function AddToken() {
  const refresh = useRefreshTokens();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('representative');
  const add = useMutation({
    mutationFn: () => call(addScimToken, { body: { name: name.trim(), role } }),
    onSuccess: () => {
      setName('');
      refresh();
    },
    onError: (error) => toastFailure(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="3">
        <Box display="flex" flexWrap="wrap" gap="2" alignItems="flex-end">
          <Box flex="2 1 10rem">
            <TextField
              label={ssoWords('name')}
              required
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Box>
          <Box flex="1 1 10rem">
            <SelectField label={ssoWords('tokenRole')} value={role} options={roleOptions()} onChange={setRole} />
          </Box>
          <Button type="submit" size="sm" {...pausedWhile(add.isPending || name.trim() === '')}>
            {ssoWords('addToken')}
          </Button>
        </Box>
        {add.data && (
          <Box fontSize="sm">
            <Box mb="1.5">{ssoWords('newToken')}</Box>
            <CopyLine text={add.data.token} label={ssoWords('copy', { name: ssoWords('token') })} />
          </Box>
        )}
      </Stack>
    </form>
  );
}

function TakeBack({ token, onClose }: { token: ScimToken | null; onClose: () => void }) {
  const refresh = useRefreshTokens();
  return (
    <DeleteDialog
      title={ssoWords('takeBack')}
      confirmLabel={ssoWords('takeBack')}
      id={token?.id ?? null}
      remove={(id) => call(deleteScimToken, { params: { id } })}
      onDeleted={refresh}
      onClose={onClose}
    >
      {ssoWords('takeBackHint', { name: token?.name ?? '' })}
    </DeleteDialog>
  );
}
