import { Box, Button, IconButton, Input } from '@chakra-ui/react';
import { filterLimits } from '@parley/contracts/filter/filter';
import { addRule, listRules, renewRuleAddress, updateRule } from '@parley/contracts/routes/rules';
import { ruleMinutesMax, ruleNameMaxLength, ruleWordsMax } from '@parley/contracts/rules/limits';
import { type Rule, type RuleContent, ruleStates } from '@parley/contracts/rules/rules';
import { messageTriggers, type RuleTrigger, ruleTriggers } from '@parley/contracts/rules/triggers';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { useKnown } from '../../domain/filter/use-known.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { focusAtFirst, Select, SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { RuleActions } from './rule-actions.tsx';
import { emptyRule, ruleTemplates } from './rule-templates.ts';
import { RuleTestPanel } from './rule-test.tsx';
import { type RuleNames, stateWords, triggerWords } from './rule-words.ts';

const linesOf = (text: string): string[] => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
const codesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/))].filter(Boolean);

const contentOf = (rule: RuleContent): RuleContent => ({
  name: rule.name,
  isOn: rule.isOn,
  stops: rule.stops,
  triggers: rule.triggers,
  time: rule.time,
  filter: rule.filter,
  hours: rule.hours,
  words: rule.words,
  languages: rule.languages,
  actions: rule.actions,
});

interface RuleFormProps {
  rule: Rule | undefined;
  names: RuleNames;
  onDone: () => void;
}

/** Edits a rule as a sentence: when, and if, then. */
export function RuleForm({ rule, names, onDone }: RuleFormProps) {
  const me = useMe();
  const known = useKnown();
  const [draft, setDraft] = useState<RuleContent>(rule ? contentOf(rule) : { ...emptyRule, isOn: true });
  const [words, setWords] = useState(draft.words.join('\n'));
  const [languages, setLanguages] = useState(draft.languages.join(', '));
  const [template, setTemplate] = useState('');
  const set = (change: Partial<RuleContent>) => setDraft({ ...draft, ...change });
  const hasMessage = draft.triggers.every((trigger) => messageTriggers.has(trigger));
  const content: RuleContent = {
    ...draft,
    name: draft.name.trim(),
    words: hasMessage ? linesOf(words).slice(0, ruleWordsMax) : [],
    languages: hasMessage ? codesOf(languages).slice(0, ruleWordsMax) : [],
  };
  const put = (seen: Rule | undefined) =>
    seen
      ? call(updateRule, { params: { id: seen.id }, body: { ...content, expected: seenOf(contentOf(seen), content) } })
      : call(addRule, { body: content });
  const save = useSaveItem(put, { item: rule, list: keyOf(listRules), onDone });
  const choose = (id: string) => {
    setTemplate(id);
    const made = ruleTemplates.find((each) => each.id === id);
    const begun = { ...emptyRule, isOn: true, ...(made && { name: made.label(), ...made.make(names, me.id) }) };
    setDraft(begun);
    setWords(begun.words.join('\n'));
    setLanguages('');
  };
  return (
    <ItemForm
      saveLabel={ruleWords('save')}
      isPaused={save.isPending || !content.name || content.actions.length === 0 || content.triggers.length === 0}
      refusal={conflictWords(save.error) ?? (save.error ? wordsOf(save.error) : undefined)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      {!rule && (
        <SelectField
          label={ruleWords('template')}
          value={template}
          options={[
            { value: '', label: ruleWords('blankTemplate') },
            ...ruleTemplates.map(({ id, label }) => ({ value: id, label: label() })),
          ]}
          onChange={choose}
        />
      )}
      <TextField
        ref={focusAtFirst}
        label={ruleWords('name')}
        required
        maxLength={ruleNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Triggers draft={draft} onChange={set} />
      <Box as="fieldset" display="flex" flexDirection="column" gap="3" fontSize="sm">
        <Box as="legend" fontWeight="500" mb="1">
          {ruleWords('ifAll')}
        </Box>
        <Box>
          <FilterRows
            where={'all' in draft.filter && draft.filter.all.length === 0 ? null : draft.filter}
            known={known}
            without={['unread', 'following']}
            onChange={(where) => set({ filter: where ?? { all: [] } })}
          />
          {faultOf(save.error, 'filter') && (
            <Box role="alert" color="fg.error" fontSize="xs">
              {faultOf(save.error, 'filter')}
            </Box>
          )}
        </Box>
        <SelectField
          label={ruleWords('hours')}
          value={draft.hours ?? 'any'}
          options={[
            { value: 'any', label: ruleWords('hoursAny') },
            { value: 'within', label: ruleWords('hoursWithin') },
            { value: 'outside', label: ruleWords('hoursOutside') },
          ]}
          onChange={(hours) => set({ hours: hours === 'within' || hours === 'outside' ? hours : null })}
        />
        {hasMessage && (
          <>
            <TextArea
              label={ruleWords('words')}
              hint={ruleWords('wordsHint')}
              rows={2}
              maxLength={ruleWordsMax * filterLimits.text}
              value={words}
              onChange={({ currentTarget }) => setWords(currentTarget.value)}
            />
            <TextField
              label={ruleWords('languages')}
              hint={ruleWords('languagesHint')}
              maxLength={200}
              value={languages}
              onChange={({ target }) => setLanguages(target.value)}
            />
          </>
        )}
      </Box>
      <RuleActions actions={draft.actions} names={names} onChange={(actions) => set({ actions })} />
      <SwitchField
        label={ruleWords('stops')}
        hint={ruleWords('stopsHint')}
        checked={draft.stops}
        onChange={(stops) => set({ stops })}
      />
      <SwitchField label={ruleWords('isOn')} checked={draft.isOn} onChange={(isOn) => set({ isOn })} />
      {rule && rule.triggers.includes('webhook') && <Address rule={rule} />}
      <RuleTestPanel rule={content} />
    </ItemForm>
  );
}

interface TriggersProps {
  draft: RuleContent;
  onChange: (change: Partial<RuleContent>) => void;
}

function Triggers({ draft, onChange }: TriggersProps) {
  const { triggers, time } = draft;
  const isTimed = triggers.includes('time_in_state');
  const left = ruleTriggers.filter((trigger) => !triggers.includes(trigger));
  const add = (trigger: RuleTrigger) =>
    trigger === 'time_in_state'
      ? onChange({ triggers: [trigger], time: time ?? { state: 'unanswered', minutes: 120, isWorkingTime: true } })
      : onChange({ triggers: [...triggers.filter((each) => each !== 'time_in_state'), trigger], time: null });
  return (
    <Box as="fieldset" display="flex" flexDirection="column" gap="2" fontSize="sm">
      <Box as="legend" fontWeight="500" mb="1">
        {ruleWords(triggers.length > 1 ? 'whenAny' : 'when')}
      </Box>
      <Box display="flex" flexWrap="wrap" gap="2" alignItems="center">
        {triggers.map((trigger) => (
          <Box key={trigger} display="flex" alignItems="center" gap="1" borderWidth="1px" borderRadius="full" ps="3">
            {triggerWords(trigger)}
            <IconButton
              size="2xs"
              variant="ghost"
              aria-label={ruleWords('removeTrigger', { trigger: triggerWords(trigger) })}
              onClick={() => onChange({ triggers: triggers.filter((each) => each !== trigger) })}
            >
              <X size={12} aria-hidden />
            </IconButton>
          </Box>
        ))}
        <Box minW="12rem">
          <Select
            aria-label={ruleWords('addTrigger')}
            value=""
            options={[
              { value: '', label: ruleWords('addTrigger') },
              ...left.map((trigger) => ({ value: trigger, label: triggerWords(trigger) })),
            ]}
            onChange={(chosen) => {
              const trigger = left.find((each) => each === chosen);
              if (trigger) add(trigger);
            }}
          />
        </Box>
      </Box>
      {isTimed && time && (
        <Box display="flex" flexWrap="wrap" gap="2" alignItems="center">
          <Box minW="14rem">
            <Select
              aria-label={ruleWords('state')}
              value={time.state}
              options={ruleStates.map((state) => ({ value: state, label: stateWords(state) }))}
              onChange={(state) => onChange({ time: { ...time, state } })}
            />
          </Box>
          <Input
            size="sm"
            type="number"
            w="6rem"
            step="any"
            min={1 / 60}
            max={ruleMinutesMax / 60}
            aria-label={ruleWords('forHours')}
            title={ruleWords('forHours')}
            value={Number((time.minutes / 60).toFixed(2))}
            onChange={({ target }) =>
              onChange({
                time: {
                  ...time,
                  minutes: Math.min(ruleMinutesMax, Math.max(1, Math.round(Number(target.value) * 60))),
                },
              })
            }
          />
          <span aria-hidden>{ruleWords('forHours')}</span>
          <Box as="label" display="flex" gap="1.5" alignItems="center">
            <input
              type="checkbox"
              checked={time.isWorkingTime}
              onChange={({ currentTarget }) => onChange({ time: { ...time, isWorkingTime: currentTarget.checked } })}
            />
            {ruleWords('workingTime')}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** Makes the address that another system calls. */
function Address({ rule }: { rule: Rule }) {
  const make = useMutation({
    mutationFn: () => call(renewRuleAddress, { params: { id: rule.id } }),
    onError: (error) => toastFailure(error),
  });
  return (
    <Box display="flex" flexDirection="column" gap="2" fontSize="sm">
      <Box fontWeight="500">{ruleWords('address')}</Box>
      <Box color="fg.muted" fontSize="xs">
        {ruleWords('addressHint')}
      </Box>
      {make.data ? (
        <CopyLine text={make.data.url} label={ruleWords('address')} />
      ) : (
        <Button size="xs" variant="outline" alignSelf="flex-start" onClick={() => make.mutate()}>
          {ruleWords(rule.hasAddress ? 'renewAddress' : 'makeAddress')}
        </Button>
      )}
    </Box>
  );
}
