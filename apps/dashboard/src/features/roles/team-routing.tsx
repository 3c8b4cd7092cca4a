import { Box, SimpleGrid, Stack } from '@chakra-ui/react';
import type { Team } from '@parley/contracts/permissions/roles';
import { listTeams, previewRouting, updateTeam } from '@parley/contracts/routes/teams';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listViews } from '@parley/contracts/routes/views';
import type { Routing, RoutingPreview } from '@parley/contracts/routing/routing';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { alwaysFresh, keyOf, useRead } from '../../api/read.ts';
import { itemFields, labelOf, optionsOf } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { locale } from '../../i18n/language.ts';
import { routingWords } from '../../i18n/en/routing.ts';
import { t } from '../../i18n/server-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { lazyPart } from '../../loading/part.tsx';

const SimulationPanel = lazyPart(() => import('../../domain/simulation/simulation-panel.tsx'));

const modes = itemFields.team['routing.mode'];
const nobodyWords = {
  manual: 'nobodyManual',
  nobody_available: 'nobodyAvailable',
  nobody_has_room: 'nobodyHasRoom',
} as const;
const minuteChoices = [2, 5, 10, 15, 30, 60];
const waitingChoices = [3, 5, 10, 20, 50];
const switches = ['keepsOwner', 'matchesLanguages', 'matchesSkills', 'alsoOffline'] as const;

/** A choice of numbers, or of none; a number that was set elsewhere is among them. */
const numberOptions = (choices: readonly number[], present: number | null, words: (count: number) => string) => [
  { value: '', label: routingWords('never') },
  ...[...new Set([...choices, ...(present === null ? [] : [present])])]
    .toSorted((one, other) => one - other)
    .map((count) => ({ value: String(count), label: words(count) })),
];

/** Edits how a team's waiting conversations are assigned, and shows who would get the next one, and why. */
export default function TeamRouting({ team, onClose }: { team: Team; onClose: () => void }) {
  const mayChange = useMay('teams.manage');
  const [routing, setRouting] = useState(team.routing);
  const set = (change: Partial<Routing>) => setRouting({ ...routing, ...change });
  const put = (seen: Team | undefined) =>
    call(updateTeam, {
      params: { id: team.id },
      body: { routing, ...(seen && { expected: seenOf(seen, { routing }) }) },
    });
  const people = useRead(listRepresentatives, {}).data ?? [];
  const save = useSaveItem(put, { item: team, list: keyOf(listTeams), onDone: onClose });
  const isAutomatic = routing.mode !== 'manual';
  return (
    <FormDialog
      size="lg"
      title={routingWords('title', { team: team.name })}
      submitLabel={routingWords('save')}
      isPaused={!mayChange || save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        {save.error && <Box color="fg.error">{conflictWords(save.error)}</Box>}
        <SelectField
          label={labelOf(modes)}
          value={routing.mode}
          disabled={!mayChange}
          options={optionsOf(modes)}
          onChange={(mode) => set({ mode })}
        />
        {isAutomatic && (
          <>
            <Stack gap="2.5">
              {switches.map((name) => (
                <SwitchField
                  key={name}
                  label={routingWords(name)}
                  checked={routing[name]}
                  disabled={!mayChange}
                  onChange={(isOn) => set({ [name]: isOn })}
                />
              ))}
            </Stack>
            <FirstField routing={routing} disabled={!mayChange} onChange={(first) => set({ first })} />
            <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" alignItems="end">
              <SelectField
                label={routingWords('returnAfter')}
                value={String(routing.returnAfterMinutes ?? '')}
                disabled={!mayChange}
                options={numberOptions(minuteChoices, routing.returnAfterMinutes, (count) =>
                  routingWords('minutes', { count }),
                )}
                onChange={(minutes) => set({ returnAfterMinutes: Number(minutes) || null })}
              />
              <SelectField
                label={routingWords('alertAt')}
                value={String(routing.alertAtWaiting ?? '')}
                disabled={!mayChange}
                options={numberOptions(waitingChoices, routing.alertAtWaiting, (count) =>
                  routingWords('waitingCount', { count }),
                )}
                onChange={(waiting) => set({ alertAtWaiting: Number(waiting) || null })}
              />
            </SimpleGrid>
          </>
        )}
        <Preview teamId={team.id} routing={routing} />
        <Suspense>
          <SimulationPanel
            trial={{ teamId: team.id, routing }}
            members={people.filter(({ id }) => team.memberIds.includes(id))}
          />
        </Suspense>
      </Stack>
    </FormDialog>
  );
}

interface FirstFieldProps {
  routing: Routing;
  disabled: boolean;
  onChange: (first: Routing['first']) => void;
}

/** Chooses the conversations that are assigned first, by the filter of a view. */
function FirstField({ routing, disabled, onChange }: FirstFieldProps) {
  const views = (useRead(listViews, {}).data ?? []).filter(({ scope }) => scope !== 'me');
  const text = JSON.stringify(routing.first);
  const chosen = views.find(({ filter }) => JSON.stringify(filter) === text);
  return (
    <SelectField
      label={routingWords('first')}
      value={routing.first === null ? '' : (chosen?.id ?? 'kept')}
      disabled={disabled}
      options={[
        { value: '', label: routingWords('firstNone') },
        ...(routing.first !== null && !chosen ? [{ value: 'kept', label: routingWords('firstKept') }] : []),
        ...views.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(id) => {
        if (id !== 'kept') onChange(views.find((view) => view.id === id)?.filter ?? null);
      }}
    />
  );
}

/** Shows the members' load, and who would be assigned the next conversation. */
function Preview({ teamId, routing }: { teamId: string; routing: Routing }) {
  const { data } = useQuery({
    queryKey: [...keyOf(previewRouting, { params: { id: teamId } }), routing],
    queryFn: () => call(previewRouting, { params: { id: teamId }, body: { routing } }),
    placeholderData: (known: RoutingPreview | undefined) => known,
    ...alwaysFresh,
  });
  if (!data) return null;
  const next = data.members.find(({ userId }) => userId === data.next?.userId);
  return (
    <Box borderWidth="1px" borderRadius="lg" p="3" aria-live="polite">
      <Box display="flex" justifyContent="space-between" gap="3" flexWrap="wrap">
        <Box fontWeight="600">{routingWords('next')}</Box>
        <Box color="fg.muted" textStyle="sm" data-numbers>
          {routingWords('waitingCount', { count: data.waiting })}
        </Box>
      </Box>
      <Box mt="1">
        {next && data.next
          ? routingWords.rich('nextIs', {
              name: <bdi>{next.name}</bdi>,
              reason: t(data.next.becauseLocalized, data.next.because),
            })
          : data.nobody && routingWords(nobodyWords[data.nobody])}
      </Box>
      <Box as="ul" listStyleType="none" mt="2" display="grid" gap="1.5" maxH="11rem" overflowY="auto">
        {data.members.map(({ userId, name, availability, load, capacity }) => (
          <Box as="li" key={userId} display="flex" alignItems="center" gap="2">
            <Avatar name={name} imageUrl={null} size="xs" status={availability} />
            <Box as="bdi" flex="1" minW="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
              {name}
            </Box>
            <Box color="fg.muted" textStyle="sm" data-numbers>
              {routingWords('load', { load: load.toLocaleString(locale()), capacity })}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
