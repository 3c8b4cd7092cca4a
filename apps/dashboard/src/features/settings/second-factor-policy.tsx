import { Box, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { listTeamFactors } from '@parley/contracts/routes/second-factors';
import type { SecurityConfig, Settings } from '@parley/contracts/settings/settings';
import type { TeamFactor } from '@parley/contracts/users/second-factors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, useRead } from '../../api/read.ts';
import { adminsOnly, useMay } from '../../forms/permissions.ts';
import { optionsOf, settingFields } from '../../domain/fields/fields.ts';
import { useChangeSettings } from '../../forms/settings.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { useNow } from '../../ui/clock.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { dayName } from '../../ui/times.ts';
import { Awaited } from '../../ui/awaited.tsx';

const graces = [0, 3, 7, 14, 30];
const fields = settingFields.securityConfig;

/** Sets which users must have a second factor, and lists who has one. */
export function SecondFactorPolicy({ settings }: { settings: Settings }) {
  const isAdmin = useMay('security.manage');
  const change = useChangeSettings();
  const { secondFactor } = settings.securityConfig;
  useRefreshedTeam(settings.securityConfig);
  return (
    <Panel>
      <Stack gap="4">
        <SwitchField
          label={settingsWords('twoFactor')}
          hint={[settingsWords('twoFactorHint'), ...(isAdmin ? [] : [adminsOnly()])].join(' ')}
          checked={secondFactor !== 'nobody'}
          disabled={!isAdmin || change.isPending}
          onChange={(isOn) => change.mutate({ securityConfig: { secondFactor: isOn ? 'all' : 'nobody' } })}
        />
        {secondFactor !== 'nobody' && <Required settings={settings} disabled={!isAdmin} />}
        {isAdmin && <Team />}
      </Stack>
    </Panel>
  );
}

/** Reads who has a second factor again after the policy has changed. */
function useRefreshedTeam({ secondFactor, secondFactorGraceDays }: SecurityConfig) {
  const client = useQueryClient();
  useEffect(
    () => void client.invalidateQueries({ queryKey: keyOf(listTeamFactors) }),
    [client, secondFactor, secondFactorGraceDays],
  );
}

function Required({ settings, disabled }: { settings: Settings; disabled: boolean }) {
  return (
    <SettingsForm
      name="second-factor"
      settings={settings}
      savedOf={({ securityConfig: { secondFactor, secondFactorGraceDays } }) => ({
        secondFactor,
        secondFactorGraceDays,
      })}
      changeOf={(securityConfig) => ({ securityConfig })}
      labelOf={(field) => accessWords(field === 'secondFactor' ? 'requiredFor' : 'grace')}
    >
      {({ value, set }) => (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <SelectField
            label={accessWords('requiredFor')}
            value={value.secondFactor}
            options={optionsOf(fields.secondFactor).filter(({ value: each }) => each !== 'nobody')}
            disabled={disabled}
            onChange={(secondFactor) => set({ secondFactor })}
          />
          <SelectField
            label={accessWords('grace')}
            value={String(value.secondFactorGraceDays)}
            options={[...new Set([...graces, value.secondFactorGraceDays])]
              .toSorted((one, other) => one - other)
              .map((count) => ({
                value: String(count),
                label: fields.secondFactorGraceDays.nameOf(count),
              }))}
            disabled={disabled}
            onChange={(days) => set({ secondFactorGraceDays: Number(days) })}
          />
        </SimpleGrid>
      )}
    </SettingsForm>
  );
}

function Team() {
  const team = useRead(listTeamFactors, {});
  return (
    <Stack gap="2">
      <Box fontWeight="500" fontSize="sm">
        {accessWords('whoLacks')}
      </Box>
      {team.isPending && <Skeleton height="4rem" />}
      <Awaited read={team} />
      <Box as="ul" listStyleType="none" borderWidth="1px" borderRadius="md">
        {team.data?.map((member) => (
          <Box
            as="li"
            key={member.userId}
            display="flex"
            justifyContent="space-between"
            gap="3"
            px="3"
            py="1.5"
            fontSize="sm"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <bdi>{member.name}</bdi>
            <State member={member} />
          </Box>
        ))}
      </Box>
    </Stack>
  );
}

function State({ member: { since, due } }: { member: TeamFactor }) {
  const now = useNow();
  if (since) return <Tag tone="green">{accessWords('hasOne')}</Tag>;
  if (!due) return <Tag>{accessWords('lacksOne')}</Tag>;
  if (Date.parse(due) <= now) return <Tag tone="red">{accessWords('overdue')}</Tag>;
  return <Tag tone="amber">{accessWords('lacksUntil', { day: dayName(due, now) })}</Tag>;
}
