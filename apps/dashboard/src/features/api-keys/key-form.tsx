import { Box, Button, Grid, Stack } from '@chakra-ui/react';
import { type ApiKey, apiKeyCallsPerMinute, apiKeyNameMaxLength } from '@parley/contracts/users/api-keys';
import {
  forUsersOnly,
  type Permission,
  permissions,
  wholeInstallation,
} from '@parley/contracts/permissions/permissions';
import { addOwnApiKey, addServiceKey, listApiKeys, listOwnApiKeys } from '@parley/contracts/routes/api-keys';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { apiKeyWords } from '../../i18n/en/apikeys.ts';
import { common } from '../../i18n/en/common.ts';
import { Choices } from '../../ui/choices.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { focusAtFirst, SelectField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { twoColumns } from '../../ui/two-columns.ts';
import { PermissionGrid } from '../../domain/users/permission-grid.tsx';
import { refusalOfRights } from '../../domain/users/permission-words.ts';

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

type Mode = 'readOnly' | 'readWrite';
const modes: readonly Mode[] = ['readOnly', 'readWrite'];
const first: readonly Permission[] = ['conversations.read', 'contacts.read', 'settings.read'];

/** A new key; once it is made, the key itself, this once. */
export function KeyForm({ kind, onDone }: KeyFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const me = useMe();
  const websites = useRead(listWebsites, {}).data ?? [];
  const [mode, setMode] = useState<Mode>('readOnly');
  const [chosen, setChosen] = useState(() => first.filter((each) => mayAlways(me, each)));
  const [websiteIds, setWebsiteIds] = useState<string[]>([]);
  const isWhole = websiteIds.length === 0;
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [perMinute, setPerMinute] = useState(String(apiKeyCallsPerMinute.default));
  const add = useMutation({
    mutationFn: () =>
      call(kind === 'service' ? addServiceKey : addOwnApiKey, {
        body: {
          name: name.trim(),
          permissions: [
            'read',
            ...(mode === 'readWrite' ? (['write'] as const) : []),
            ...chosen.filter((each) => isWhole || !wholeInstallation.has(each)),
          ],
          websiteIds: isWhole ? null : websiteIds,
          callsPerMinute: Number(perMinute),
          expiresAt: endOf(lifetime),
        },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(listOwnApiKeys) });
      void client.invalidateQueries({ queryKey: keyOf(listApiKeys) });
      toast({ title: apiKeyWords('added') });
    },
    onError: (error) =>
      toast({ title: common('updateFailed'), description: refusalOfRights(error), variant: 'destructive' }),
  });
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
      isPaused={add.isPending || !name.trim()}
      onSave={() => add.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={apiKeyWords('name')}
        hint={apiKeyWords(kind === 'service' ? 'serviceNameHint' : 'nameHint')}
        required
        maxLength={apiKeyNameMaxLength}
        value={name}
        error={faultOf(add.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={apiKeyWords('mode')}
        hint={apiKeyWords('modeHint')}
        value={mode}
        options={modes.map((value) => ({ value, label: apiKeyWords(value) }))}
        onChange={setMode}
      />
      {websites.length > 0 && (
        <Choices
          label={apiKeyWords('websites')}
          hint={apiKeyWords('websitesHint')}
          all={websites.map(({ id, domain }) => ({ id, name: domain }))}
          chosen={websiteIds}
          onChange={setWebsiteIds}
        />
      )}
      <Stack gap="2.5">
        <Box display="flex" alignItems="center" justifyContent="space-between" fontSize="sm">
          {apiKeyWords('may')}
          <Button
            size="2xs"
            variant="outline"
            onClick={() => setChosen(permissions.filter((each) => mayAlways(me, each) && !forUsersOnly.has(each)))}
          >
            {apiKeyWords('all')}
          </Button>
        </Box>
        <PermissionGrid chosen={chosen} isWhole={isWhole} without={forUsersOnly} onChange={setChosen} />
      </Stack>
      <Grid templateColumns={twoColumns} gap="3">
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
