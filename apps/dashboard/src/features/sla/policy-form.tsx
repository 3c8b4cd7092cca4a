import { Box, Stack } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import type { FilterField } from '@parley/contracts/filter/filter-fields';
import { listSchedules } from '@parley/contracts/routes/schedules';
import { addSlaPolicy, listSlaPolicies, previewSlaPolicy, updateSlaPolicy } from '@parley/contracts/routes/sla';
import { slaPolicyNameMaxLength } from '@parley/contracts/sla/limits';
import type { SlaPolicy, SlaPolicyDraft } from '@parley/contracts/sla/sla';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { useKnown } from '../../domain/filter/use-known.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { slaWords } from '../../i18n/en/sla.ts';
import { locale } from '../../i18n/language.ts';
import { focusAtFirst, SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { lazyPart } from '../../loading/part.tsx';
import { TargetField } from './target-field.tsx';

const SimulationPanel = lazyPart(() => import('../../domain/simulation/simulation-panel.tsx'));

const usual: SlaPolicyDraft = {
  name: '',
  filter: { all: [] },
  firstResponseMinutes: 60,
  nextResponseMinutes: null,
  resolutionMinutes: null,
  schedule: 'conversation',
  scheduleId: null,
  pausesWhileWaiting: true,
  countsAssistant: false,
};

/** Fields that differ between users, or follow from the policies themselves. */
const without: readonly FilterField[] = ['unread', 'following', 'sla', 'dueAt', 'dueSoonAt', 'breached'];

const draftOf = ({ id: _id, position: _position, isBroken: _isBroken, updatedAt: _at, ...draft }: SlaPolicy) => draft;

/** Returns null for a filter without conditions, as the rows have it. */
const rowsFilter = (filter: Filter): Filter | null => ('all' in filter && filter.all.length === 0 ? null : filter);

/** Edits a policy, and shows what it would mean now. */
export function PolicyForm({ policy, onDone }: { policy: SlaPolicy | undefined; onDone: () => void }) {
  const [draft, setDraft] = useState<SlaPolicyDraft>(policy ? draftOf(policy) : usual);
  const known = useKnown();
  const schedules = (useRead(listSchedules, {}).data ?? []).filter(({ isDefault }) => !isDefault);
  const change = (part: Partial<SlaPolicyDraft>) => setDraft((before) => ({ ...before, ...part }));
  const body = { ...draft, name: draft.name.trim() };
  const put = (seen: SlaPolicy | undefined) =>
    seen
      ? call(updateSlaPolicy, { params: { id: seen.id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addSlaPolicy, { body });
  const save = useSaveItem(put, { item: policy, list: keyOf(listSlaPolicies), onDone });
  return (
    <ItemForm
      saveLabel={slaWords('save')}
      isPaused={save.isPending || body.name === ''}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={slaWords('name')}
        required
        maxLength={slaPolicyNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Stack as="fieldset" gap="1">
        <Box as="legend" fontSize="sm" fontWeight="500">
          {slaWords('appliesTo')}
        </Box>
        {rowsFilter(draft.filter) === null && (
          <Box color="fg.muted" textStyle="sm">
            {slaWords('everything')}
          </Box>
        )}
        <FilterRows
          where={rowsFilter(draft.filter)}
          known={known}
          without={without}
          onChange={(filter) => change({ filter: filter ?? { all: [] } })}
        />
        <Fault words={faultOf(save.error, 'filter')} />
      </Stack>
      <Box display="grid" gap="3" alignItems="end" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
        <TargetField
          label={slaWords('firstWithin')}
          minutes={draft.firstResponseMinutes}
          error={faultOf(save.error, 'firstResponseMinutes')}
          onChange={(firstResponseMinutes) => change({ firstResponseMinutes })}
        />
        <TargetField
          label={slaWords('nextWithin')}
          minutes={draft.nextResponseMinutes}
          error={faultOf(save.error, 'nextResponseMinutes')}
          onChange={(nextResponseMinutes) => change({ nextResponseMinutes })}
        />
        <TargetField
          label={slaWords('closedWithin')}
          minutes={draft.resolutionMinutes}
          error={faultOf(save.error, 'resolutionMinutes')}
          onChange={(resolutionMinutes) => change({ resolutionMinutes })}
        />
      </Box>
      <SelectField
        label={slaWords('counts')}
        value={draft.schedule === 'schedule' ? (draft.scheduleId ?? '') : draft.schedule}
        error={faultOf(save.error, 'scheduleId')}
        options={[
          { value: 'conversation', label: slaWords('ofConversation') },
          { value: 'always', label: slaWords('always') },
          ...schedules.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) =>
          change(
            chosen === 'conversation' || chosen === 'always'
              ? { schedule: chosen, scheduleId: null }
              : { schedule: 'schedule', scheduleId: chosen },
          )
        }
      />
      <SwitchField
        label={slaWords('countsAssistant')}
        hint={slaWords('countsAssistantHint')}
        checked={draft.countsAssistant}
        onChange={(countsAssistant) => change({ countsAssistant })}
      />
      {draft.resolutionMinutes !== null && (
        <SwitchField
          label={slaWords('pauses')}
          checked={draft.pausesWhileWaiting}
          onChange={(pausesWhileWaiting) => change({ pausesWhileWaiting })}
        />
      )}
      <Preview policy={{ ...body, name: body.name || '–' }} id={policy?.id} />
      <Suspense>
        <SimulationPanel
          trial={{ policy: { ...body, name: body.name || '–' }, ...(policy && { policyId: policy.id }) }}
        />
      </Suspense>
    </ItemForm>
  );
}

function Fault({ words }: { words: string | undefined }) {
  return words ? (
    <Box role="alert" color="fg.error" fontSize="xs">
      {words}
    </Box>
  ) : null;
}

/** Shows the number of open conversations that the policy would apply to, or why it can't be saved. */
function Preview({ policy, id }: { policy: SlaPolicyDraft; id: string | undefined }) {
  const { data, error } = useQuery({
    queryKey: ['sla-preview', policy, id],
    queryFn: () => call(previewSlaPolicy, { body: { policy, ...(id !== undefined && { id }) } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const words = error
    ? wordsOf(error)
    : data &&
      slaWords('preview', {
        open: data.open.toLocaleString(locale()),
        overdue: (data.isPartial ? '≥ ' : '') + data.overdue.toLocaleString(locale()),
      });
  return (
    <Box aria-live="polite" minH="5" textStyle="sm" color={error ? 'fg.error' : 'fg.muted'}>
      {words}
    </Box>
  );
}
