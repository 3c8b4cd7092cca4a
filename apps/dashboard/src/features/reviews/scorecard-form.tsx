import { Box, Button, IconButton, Stack } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import type { FilterField } from '@parley/contracts/filter/filter-fields';
import {
  criteriaMax,
  criterionDescriptionMaxLength,
  criterionNameMaxLength,
  criterionScales,
  criterionWeightMax,
  estimatesPerDayMax,
  samplePerPersonMax,
  scorecardNameMaxLength,
} from '@parley/contracts/reviews/limits';
import type { Criterion, Scorecard, ScorecardDraft } from '@parley/contracts/reviews/reviews';
import { addScorecard, listScorecards, updateScorecard } from '@parley/contracts/routes/reviews';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { useKnown } from '../../domain/filter/use-known.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { focusAtFirst, SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';

const newCriterion = (): Criterion => ({
  id: crypto.randomUUID(),
  name: '',
  description: '',
  scale: 'points',
  weight: 1,
  isCritical: false,
});

const usual = (): ScorecardDraft => ({
  name: '',
  criteria: [newCriterion()],
  filter: { all: [] },
  sample: 'per_person',
  sampleSize: 3,
  coversAssistant: false,
  isEstimated: false,
  estimatesPerDay: 20,
});

/** Fields that differ between users. */
const without: readonly FilterField[] = ['unread', 'following'];

const draftOf = ({ id: _id, version: _version, updatedAt: _at, ...draft }: Scorecard): ScorecardDraft => draft;

/** Returns null for a filter without conditions, as the rows have it. */
const rowsFilter = (filter: Filter): Filter | null => ('all' in filter && filter.all.length === 0 ? null : filter);

/** Edits a scorecard. */
export function ScorecardForm({ scorecard, onDone }: { scorecard: Scorecard | undefined; onDone: () => void }) {
  const [draft, setDraft] = useState<ScorecardDraft>(() => (scorecard ? draftOf(scorecard) : usual()));
  const known = useKnown();
  const change = (part: Partial<ScorecardDraft>) => setDraft((before) => ({ ...before, ...part }));
  const body = { ...draft, name: draft.name.trim() };
  const put = (seen: Scorecard | undefined) =>
    seen
      ? call(updateScorecard, { params: { id: seen.id }, body: { ...body, expected: seenOf(draftOf(seen), body) } })
      : call(addScorecard, { body });
  const save = useSaveItem(put, { item: scorecard, list: keyOf(listScorecards), onDone });
  const isWhole = body.name !== '' && draft.criteria.every(({ name }) => name.trim() !== '');
  const changeCriterion = (at: number, part: Partial<Criterion>) =>
    change({ criteria: draft.criteria.map((each, index) => (index === at ? { ...each, ...part } : each)) });
  return (
    <ItemForm
      saveLabel={reviewWords('save')}
      isPaused={save.isPending || !isWhole}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={reviewWords('name')}
        required
        maxLength={scorecardNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {draft.criteria.map((criterion, index) => (
        <CriterionFields
          key={criterion.id}
          criterion={criterion}
          number={index + 1}
          onChange={(part) => changeCriterion(index, part)}
          onRemove={
            draft.criteria.length > 1 ? () => change({ criteria: draft.criteria.toSpliced(index, 1) }) : undefined
          }
        />
      ))}
      {draft.criteria.length < criteriaMax && (
        <Button
          size="xs"
          variant="outline"
          alignSelf="start"
          onClick={() => change({ criteria: [...draft.criteria, newCriterion()] })}
        >
          <Plus size={14} aria-hidden />
          {reviewWords('addCriterion')}
        </Button>
      )}
      <Stack as="fieldset" gap="1">
        <Box as="legend" fontSize="sm" fontWeight="500">
          {reviewWords('draws')}
        </Box>
        {rowsFilter(draft.filter) === null && (
          <Box color="fg.muted" textStyle="sm">
            {reviewWords('everything')}
          </Box>
        )}
        <FilterRows
          where={rowsFilter(draft.filter)}
          known={known}
          without={without}
          onChange={(filter) => change({ filter: filter ?? { all: [] } })}
        />
        {faultOf(save.error, 'filter') && (
          <Box role="alert" color="fg.error" fontSize="xs">
            {faultOf(save.error, 'filter')}
          </Box>
        )}
      </Stack>
      <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(2, 1fr)' }}>
        <SelectField
          label={reviewWords('sample')}
          value={draft.sample}
          options={[
            { value: 'none', label: reviewWords('sampleNone') },
            { value: 'per_person', label: reviewWords('samplePerPerson') },
            { value: 'share', label: reviewWords('sampleShare') },
          ]}
          onChange={(sample) => change({ sample, sampleSize: sample === 'share' ? 10 : 3 })}
        />
        {draft.sample !== 'none' && (
          <TextField
            label={reviewWords(draft.sample === 'share' ? 'percent' : 'perPerson')}
            type="number"
            min={1}
            max={draft.sample === 'share' ? 100 : samplePerPersonMax}
            required
            error={faultOf(save.error, 'sampleSize')}
            value={draft.sampleSize}
            onChange={(event) => change({ sampleSize: Number(event.target.value) })}
          />
        )}
      </Box>
      <SwitchField
        label={reviewWords('coversAssistant')}
        checked={draft.coversAssistant}
        onChange={(coversAssistant) => change({ coversAssistant })}
      />
      <SwitchField
        label={reviewWords('isEstimated')}
        hint={reviewWords('isEstimatedHint')}
        checked={draft.isEstimated}
        onChange={(isEstimated) => change({ isEstimated })}
      />
      {draft.isEstimated && (
        <TextField
          label={reviewWords('perDay')}
          type="number"
          min={1}
          max={estimatesPerDayMax}
          required
          value={draft.estimatesPerDay}
          onChange={(event) => change({ estimatesPerDay: Number(event.target.value) })}
        />
      )}
    </ItemForm>
  );
}

interface CriterionFieldsProps {
  criterion: Criterion;
  number: number;
  onChange: (change: Partial<Criterion>) => void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
}

function CriterionFields({ criterion, number, onChange, onRemove }: CriterionFieldsProps) {
  return (
    <Stack as="fieldset" gap="2" borderWidth="1px" borderRadius="md" p="3">
      <Box as="legend" className="sr-only">
        {reviewWords('criterion', { number })}
      </Box>
      <Box display="flex" gap="2" alignItems="flex-end">
        <TextField
          label={reviewWords('criterion', { number })}
          required
          maxLength={criterionNameMaxLength}
          value={criterion.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        {onRemove && (
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={reviewWords('removeCriterion', { number })}
            onClick={onRemove}
          >
            <X size={15} aria-hidden />
          </IconButton>
        )}
      </Box>
      <TextArea
        label={reviewWords('description')}
        rows={2}
        maxLength={criterionDescriptionMaxLength}
        value={criterion.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 6rem' }}>
        <SelectField
          label={reviewWords('scale')}
          value={criterion.scale}
          options={criterionScales.map((value) => ({ value, label: reviewWords(value) }))}
          onChange={(scale) => onChange({ scale })}
        />
        <TextField
          label={reviewWords('weight')}
          type="number"
          min={1}
          max={criterionWeightMax}
          required
          value={criterion.weight}
          onChange={(event) => onChange({ weight: Number(event.target.value) })}
        />
      </Box>
      <SwitchField
        label={reviewWords('isCritical')}
        checked={criterion.isCritical}
        onChange={(isCritical) => onChange({ isCritical })}
      />
    </Stack>
  );
}
