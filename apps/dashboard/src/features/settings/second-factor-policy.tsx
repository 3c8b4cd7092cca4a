import { Box, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { listTeamFactors } from '@parley/contracts/routes/second-factors';
import { type SecurityConfig, sessionLifetimes } from '@parley/contracts/settings/settings';
import type { TeamFactor } from '@parley/contracts/users/second-factors';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, useRead } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { adminsOnly } from '../../forms/permissions.ts';
import { useChangeSettings } from '../../forms/settings.ts';
import { accessWords } from '../../i18n/en/access.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { useNow } from '../../ui/clock.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Tag } from '../../ui/tag.tsx';
import { dayName } from '../../ui/times.ts';
import { Awaited } from '../../ui/awaited.tsx';

const graces = [0, 3, 7, 14, 30];

/** Sets which users must have a second factor, and lists who has one. */
export function SecondFactorPolicy({ security }: { security: SecurityConfig }) {
  const isAdmin = useMay('security.manage');
  const client = useQueryClient();
  const change = useChangeSettings();
  const save = (securityConfig: Partial<SecurityConfig>) =>
    change.mutate(
      { securityConfig },
      { onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listTeamFactors) }) },
    );
  const { secondFactor, secondFactorGraceDays } = security;
  const days = [...new Set([...graces, secondFactorGraceDays])].toSorted((one, other) => one - other);
  const isPaused = !isAdmin || change.isPending;
  return (
    <>
      <SwitchField
        label={settingsWords('twoFactor')}
        hint={[settingsWords('twoFactorHint'), ...(isAdmin ? [] : [adminsOnly()])].join(' ')}
        checked={secondFactor !== 'nobody'}
        disabled={isPaused}
        onChange={(isOn) => save({ secondFactor: isOn ? 'all' : 'nobody' })}
      />
      {secondFactor !== 'nobody' && (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <SelectField
            label={accessWords('requiredFor')}
            value={secondFactor}
            options={[
              { value: 'admins', label: accessWords('forAdmins') },
              { value: 'all', label: accessWords('forAll') },
            ]}
            disabled={isPaused}
            onChange={(value) => save({ secondFactor: value })}
          />
          <SelectField
            label={accessWords('grace')}
            value={String(secondFactorGraceDays)}
            options={days.map((count) => ({
              value: String(count),
              label: count === 0 ? accessWords('atOnce') : settingsWords('days', { count }),
            }))}
            disabled={isPaused}
            onChange={(value) => save({ secondFactorGraceDays: Number(value) })}
          />
        </SimpleGrid>
      )}
      {isAdmin && <Team />}
    </>
  );
}

/** Sets the maximum length of a session. */
export function SessionLifetime({ security }: { security: SecurityConfig }) {
  const isAdmin = useMay('security.manage');
  const change = useChangeSettings();
  return (
    <Box maxW={{ sm: 'xs' }}>
      <SelectField
        label={accessWords('lifetime')}
        hint={accessWords('lifetimeHint')}
        value={security.sessionLifetime}
        options={sessionLifetimes.map((value) => ({ value, label: lifetimeName(value) }))}
        disabled={!isAdmin || change.isPending}
        onChange={(sessionLifetime) => change.mutate({ securityConfig: { sessionLifetime } })}
      />
    </Box>
  );
}

const lifetimeName = (lifetime: (typeof sessionLifetimes)[number]): string =>
  ({
    '24h': settingsWords('hoursLong', { count: 24 }),
    '7d': settingsWords('days', { count: 7 }),
    '30d': settingsWords('days', { count: 30 }),
    never: settingsWords('noLimit'),
  })[lifetime];

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
        {team.data?.map((person) => (
          <Box
            as="li"
            key={person.userId}
            display="flex"
            justifyContent="space-between"
            gap="3"
            px="3"
            py="1.5"
            fontSize="sm"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <bdi>{person.name}</bdi>
            <State person={person} />
          </Box>
        ))}
      </Box>
    </Stack>
  );
}

function State({ person: { since, due } }: { person: TeamFactor }) {
  const now = useNow();
  if (since) return <Tag tone="green">{accessWords('hasOne')}</Tag>;
  if (!due) return <Tag>{accessWords('lacksOne')}</Tag>;
  if (Date.parse(due) <= now) return <Tag tone="red">{accessWords('overdue')}</Tag>;
  return <Tag tone="amber">{accessWords('lacksUntil', { day: dayName(due, now) })}</Tag>;
}
