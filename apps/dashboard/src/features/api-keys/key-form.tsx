import { Box, Button, Grid, Stack } from '@chakra-ui/react';
import {
  type ApiKey,
  apiKeyCallsPerMinute,
  apiKeyNameMaxLength,
  type ApiKeyPermission,
  apiKeyPermissions,
} from '@parley/contracts/api-keys';
import { addOwnApiKey, addServiceKey, listApiKeys, listOwnApiKeys } from '@parley/contracts/routes/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useSettings } from '../../forms/settings.ts';
import { apiKeyWords } from '../../i18n/en/apikeys.ts';
import { common } from '../../i18n/en/common.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { permissionWords } from './permission-words.ts';

interface KeyFormProps {
  kind: ApiKey['kind'];
  onDone: () => void;
}

const lifetimes = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof lifetimes)[number];
const lifetimeName = (lifetime: Lifetime): string =>
  lifetime === 'never' ? apiKeyWords('never') : apiKeyWords('inDays', { count: Number(lifetime) });
const endOf = (lifetime: Lifetime): string | null =>
  lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * 24 * 3600 * 1000).toISOString();

/** A new key; once it is made, the key itself, this once. */
export function KeyForm({ kind, onDone }: KeyFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<readonly ApiKeyPermission[]>(['read']);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [perMinute, setPerMinute] = useState(String(apiKeyCallsPerMinute.default));
  const add = useMutation({
    mutationFn: () =>
      call(kind === 'service' ? addServiceKey : addOwnApiKey, {
        body: {
          name: name.trim(),
          permissions: [...permissions],
          callsPerMinute: Number(perMinute),
          expiresAt: endOf(lifetime),
        },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(listOwnApiKeys) });
      void client.invalidateQueries({ queryKey: keyOf(listApiKeys) });
      toast({ title: apiKeyWords('added') });
    },
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  if (add.data) {
    return (
      <Stack gap="3" p="4">
        <Box fontSize="sm">{apiKeyWords('shownOnce')}</Box>
        <CopyLine text={add.data.key} label={apiKeyWords('copyKey')} keys="y" />
        <Button size="xs" alignSelf="flex-start" onClick={onDone}>
          {apiKeyWords('done')}
        </Button>
      </Stack>
    );
  }
  return (
    <ItemForm
      saveLabel={apiKeyWords('create')}
      isPaused={add.isPending || !name.trim() || permissions.length === 0}
      onSave={() => add.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={firstField}
        label={apiKeyWords('name')}
        hint={apiKeyWords(kind === 'service' ? 'serviceNameHint' : 'nameHint')}
        required
        maxLength={apiKeyNameMaxLength}
        value={name}
        error={faultOf(add.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Permissions kind={kind} chosen={permissions} onChange={setPermissions} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="3">
        <SelectField
          label={apiKeyWords('expires')}
          value={lifetime}
          options={lifetimes.map((value) => ({ value, label: lifetimeName(value) }))}
          onChange={setLifetime}
        />
        <TextField
          label={apiKeyWords('perMinute')}
          type="number"
          min={1}
          max={apiKeyCallsPerMinute.max}
          required
          value={perMinute}
          error={faultOf(add.error, 'callsPerMinute')}
          onChange={(event) => setPerMinute(event.target.value)}
        />
      </Grid>
    </ItemForm>
  );
}

interface PermissionsProps {
  kind: ApiKey['kind'];
  chosen: readonly ApiKeyPermission[];
  onChange: (chosen: readonly ApiKeyPermission[]) => void;
}

/** What a key can be given: no more than whoever gives it may. */
function Permissions({ kind, chosen, onChange }: PermissionsProps) {
  const isAdmin = useMe().role === 'admin';
  const granted = useSettings().data?.representativesMay;
  const isMine = (permission: ApiKeyPermission): boolean =>
    isAdmin ||
    permission === 'read' ||
    permission === 'write' ||
    (permission !== 'admin' && granted?.[permission] === true);
  return (
    <Box as="fieldset">
      <Box as="legend" fontSize="sm" mb="1.5">
        {apiKeyWords('may')}
      </Box>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="2.5">
        {apiKeyPermissions.filter(isMine).map((permission) => {
          const { name, hint } = permissionWords(permission, kind);
          return (
            <Box as="label" key={permission} display="flex" alignItems="baseline" gap="2" fontSize="sm">
              <input
                type="checkbox"
                checked={chosen.includes(permission)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, permission] : chosen.filter((each) => each !== permission))
                }
              />
              <span>
                {name}
                <Box color="fg.muted" fontSize="xs">
                  {hint}
                </Box>
              </span>
            </Box>
          );
        })}
      </Grid>
    </Box>
  );
}
