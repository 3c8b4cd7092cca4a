import { Box, Button, Stack } from '@chakra-ui/react';
import { type Role, roles } from '@parley/contracts/entities';
import { type GroupRole, type IdentityProvider, providerAddresses } from '@parley/contracts/users/identity-providers';
import {
  addIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from '@parley/contracts/routes/identity-providers';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { usePublicUrl } from '../../forms/public-url.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { common } from '../../i18n/en/common.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { focusAtFirst, SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';

export const roleOptions = () =>
  roles.map((value) => ({ value, label: teamWords(value === 'admin' ? 'admin' : 'representative') }));

const wordsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];

/** Values as typed. */
interface Typed {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  domains: string;
  role: Role;
  groupsClaim: string;
  groupRoles: GroupRole[];
  trustedForSecondFactor: boolean;
  isActive: boolean;
}

const typedOf = (provider: IdentityProvider | undefined): Typed => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: provider?.clientSecret ?? '',
  scopes: (provider?.scopes ?? ['email', 'profile']).join(' '),
  domains: provider?.domains.join(' ') ?? '',
  role: provider?.role ?? 'representative',
  groupsClaim: provider?.groupsClaim ?? '',
  groupRoles: provider?.groupRoles ?? [],
  trustedForSecondFactor: provider?.trustedForSecondFactor ?? false,
  isActive: provider?.isActive ?? true,
});

const bodyOf = (typed: Typed) => ({
  ...typed,
  name: typed.name.trim(),
  issuer: typed.issuer.trim(),
  clientId: typed.clientId.trim(),
  scopes: wordsIn(typed.scopes),
  domains: wordsIn(typed.domains).map((domain) => domain.toLowerCase()),
  groupsClaim: typed.groupsClaim.trim(),
  groupRoles: typed.groupRoles.filter(({ group }) => group.trim() !== ''),
});

/** A new service to sign in by, or one that is changed. */
export function ProviderForm({ provider, onDone }: { provider: IdentityProvider | undefined; onDone: () => void }) {
  // Created before it is saved: the service needs the addresses first, to give the client ID.
  const [id] = useState(() => provider?.id ?? crypto.randomUUID());
  const [typed, setTyped] = useState(() => typedOf(provider));
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const put = (seen: IdentityProvider | undefined) => {
    const body = bodyOf(typed);
    return seen
      ? call(updateIdentityProvider, { params: { id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addIdentityProvider, { body: { id, ...body } });
  };
  const save = useSaveItem(put, { item: provider, list: keyOf(listIdentityProviders), onDone });
  const text = (field: 'name' | 'issuer' | 'clientId' | 'scopes' | 'domains' | 'groupsClaim') => ({
    value: typed[field],
    error: faultOf(save.error, field),
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });
  return (
    <ItemForm
      saveLabel={ssoWords('save')}
      isPaused={save.isPending}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={ssoWords('name')}
        hint={ssoWords('nameHint')}
        required
        maxLength={60}
        {...text('name')}
      />
      <Addresses id={id} />
      <TextField
        label={ssoWords('issuer')}
        hint={ssoWords('issuerHint')}
        type="url"
        placeholder="https://"
        dir="ltr"
        required
        {...text('issuer')}
      />
      <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
        <TextField label={ssoWords('clientId')} dir="ltr" required autoComplete="off" {...text('clientId')} />
        <TextField
          label={ssoWords('clientSecret')}
          type="password"
          dir="ltr"
          autoComplete="off"
          value={typed.clientSecret}
          error={faultOf(save.error, 'clientSecret')}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => set({ clientSecret: target.value })}
        />
      </Box>
      <TextField label={ssoWords('scopes')} hint={ssoWords('scopesHint')} dir="ltr" {...text('scopes')} />
      <TextField
        label={ssoWords('domains')}
        hint={ssoWords('domainsHint')}
        placeholder="example.com"
        dir="ltr"
        required
        {...text('domains')}
      />
      <Box maxW={{ sm: 'xs' }}>
        <SelectField
          label={ssoWords('role')}
          value={typed.role}
          options={roleOptions()}
          onChange={(role) => set({ role })}
        />
      </Box>
      <TextField
        label={ssoWords('groupsClaim')}
        hint={ssoWords('groupsClaimHint')}
        dir="ltr"
        {...text('groupsClaim')}
      />
      {typed.groupsClaim.trim() !== '' && (
        <GroupRoles groupRoles={typed.groupRoles} onChange={(groupRoles) => set({ groupRoles })} />
      )}
      <SwitchField
        label={ssoWords('secondFactor')}
        hint={ssoWords('secondFactorHint')}
        checked={typed.trustedForSecondFactor}
        onChange={(trustedForSecondFactor) => set({ trustedForSecondFactor })}
      />
      <SwitchField
        label={ssoWords('active')}
        hint={ssoWords('activeHint')}
        checked={typed.isActive}
        onChange={(isActive) => set({ isActive })}
      />
    </ItemForm>
  );
}

/** Lists the addresses of this installation that the service needs. */
function Addresses({ id }: { id: string }) {
  const publicUrl = usePublicUrl();
  const { callback, backChannelLogout, afterLogout } = providerAddresses(publicUrl, id);
  const lines = [
    { name: ssoWords('callback'), address: callback },
    { name: ssoWords('backChannel'), address: backChannelLogout },
    { name: ssoWords('afterLogout'), address: afterLogout },
  ];
  return (
    <Stack gap="2" fontSize="sm">
      <Box fontWeight="500">{ssoWords('addresses')}</Box>
      {lines.map(({ name, address }) => (
        <Box key={name}>
          <Box color="fg.muted" fontSize="xs" mb="1">
            {name}
          </Box>
          <CopyLine text={address} label={ssoWords('copy', { name })} />
        </Box>
      ))}
    </Stack>
  );
}

interface GroupRolesProps {
  groupRoles: GroupRole[];
  onChange: (groupRoles: GroupRole[]) => void;
}

function GroupRoles({ groupRoles, onChange }: GroupRolesProps) {
  const change = (index: number, part: Partial<GroupRole>) =>
    onChange(groupRoles.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <Stack gap="2" fontSize="sm">
      <Box fontWeight="500">{ssoWords('groupRoles')}</Box>
      <Box color="fg.muted" fontSize="xs">
        {ssoWords('groupRolesHint')}
      </Box>
      {groupRoles.map(({ group, role }, index) => (
        // Rows have nothing but their place.
        <Box key={index} display="flex" flexWrap="wrap" gap="2" alignItems="flex-end">
          <Box flex="2 1 10rem">
            <TextField
              label={ssoWords('group')}
              value={group}
              maxLength={200}
              onChange={({ target }) => change(index, { group: target.value })}
            />
          </Box>
          <Box flex="1 1 8rem">
            <SelectField
              label={ssoWords('roleOf', { group })}
              value={role}
              options={roleOptions()}
              onChange={(chosen) => change(index, { role: chosen })}
            />
          </Box>
          <Button
            size="sm"
            variant="ghost"
            aria-label={ssoWords('removeGroup', { group })}
            onClick={() => onChange(groupRoles.filter((_, at) => at !== index))}
          >
            {common('delete')}
          </Button>
        </Box>
      ))}
      <Box>
        <Button
          size="xs"
          variant="outline"
          onClick={() => onChange([...groupRoles, { group: '', role: 'representative' }])}
        >
          {ssoWords('addGroup')}
        </Button>
      </Box>
    </Stack>
  );
}
