import { Box, Flex, Stack } from '@chakra-ui/react';
import { outreachNameMaxLength } from '@parley/contracts/proactive/limits';
import type { ProactiveConditions, ProactiveContent, ProactiveMessage } from '@parley/contracts/proactive/proactive';
import { addProactive, listProactive, updateProactive } from '@parley/contracts/routes/proactive';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { WebsitesField } from '../../forms/websites-field.tsx';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { focusAtFirst, SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { areTexts, TextsFields } from './texts-fields.tsx';

const usual: ProactiveContent = {
  name: '',
  isOn: true,
  websiteIds: [],
  userId: null,
  conditions: { seconds: 30 },
  text: '',
  variants: [],
};

const contentOf = ({ name, isOn, websiteIds, userId, conditions, text, variants }: ProactiveContent) => ({
  name,
  isOn,
  websiteIds,
  userId,
  conditions,
  text,
  variants,
});

const utmNames = ['source', 'medium', 'campaign'] as const;
const linesOf = (text: string): string[] => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
const pathsOf = (text: string): string[] => linesOf(text).map((path) => (path.startsWith('/') ? path : `/${path}`));

/** Texts of the conditions that are typed as lists. */
const typedOf = ({ pages = [], notPages = [], languages = [], attributes = [] }: ProactiveConditions) => ({
  pages: pages.join('\n'),
  notPages: notPages.join('\n'),
  languages: languages.join(', '),
  attributes: attributes.map(({ key, value }) => `${key}=${value}`).join('\n'),
});

type Typing = { [Name in keyof ProactiveConditions]?: ProactiveConditions[Name] | undefined };

/** Returns the conditions without those that say nothing. */
const said = (conditions: Typing): ProactiveConditions =>
  JSON.parse(
    JSON.stringify(conditions, (_name, value: unknown) =>
      value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
        ? undefined
        : value,
    ) ?? '{}',
  );

/** Returns the conditions with those that are typed as lists. */
function conditionsOf(conditions: ProactiveConditions, typed: ReturnType<typeof typedOf>): ProactiveConditions {
  const utm = Object.entries(conditions.utm ?? {}).filter(([, value]) => value.trim() !== '');
  return said({
    ...conditions,
    pages: pathsOf(typed.pages),
    notPages: pathsOf(typed.notPages),
    languages: linesOf(typed.languages.replaceAll(/[\s,;]+/g, '\n').toLowerCase()),
    attributes: linesOf(typed.attributes).flatMap((line) => {
      const [key = '', ...value] = line.split('=');
      return key.trim() && value.length > 0 ? { key: key.trim(), value: value.join('=').trim() } : [];
    }),
    utm: Object.fromEntries(utm),
  });
}

/** Edits a proactive message, beside how visitors will see it. */
export function MessageForm({ message, onDone }: { message: ProactiveMessage | undefined; onDone: () => void }) {
  const [draft, setDraft] = useState(message ? contentOf(message) : usual);
  const [typed, setTyped] = useState(typedOf(draft.conditions));
  const people = useRead(listRepresentatives, {}).data ?? [];
  const change = (part: Partial<ProactiveContent>) => setDraft((before) => ({ ...before, ...part }));
  const setCondition = (part: Typing) => change({ conditions: said({ ...draft.conditions, ...part }) });
  const body = { ...draft, name: draft.name.trim(), conditions: conditionsOf(draft.conditions, typed) };
  const put = (seen: ProactiveMessage | undefined) =>
    seen
      ? call(updateProactive, { params: { id: seen.id }, body: { ...body, expected: seenOf(contentOf(seen), body) } })
      : call(addProactive, { body });
  const save = useSaveItem(put, { item: message, list: keyOf(listProactive), onDone });
  const speaker = people.find(({ id }) => id === draft.userId)?.name ?? proactiveWords('assistant');
  const list = (name: keyof typeof typed, hint?: string) => (
    <TextArea
      label={proactiveWords(name)}
      hint={hint}
      rows={2}
      value={typed[name]}
      onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
    />
  );
  const number = (label: string, name: 'seconds' | 'scroll' | 'visitsMin', max: number, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      type="number"
      min={name === 'seconds' ? 0 : 1}
      max={max}
      value={draft.conditions[name] ?? ''}
      onChange={({ currentTarget: { value, valueAsNumber } }) =>
        setCondition({ [name]: value === '' ? undefined : Math.min(max, Math.round(valueAsNumber)) })
      }
    />
  );
  return (
    <ItemForm
      saveLabel={proactiveWords('save')}
      isPaused={save.isPending || body.name === '' || !areTexts(draft)}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={proactiveWords('name')}
        required
        maxLength={outreachNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <SelectField
        label={proactiveWords('saidBy')}
        value={draft.userId ?? ''}
        options={[
          { value: '', label: proactiveWords('assistant') },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => change({ userId: id || null })}
      />
      <TextsFields value={draft} error={faultOf(save.error, 'text')} onChange={change} />
      <Preview name={speaker} text={draft.text} />
      <WebsitesField
        label={proactiveWords('websites')}
        all={proactiveWords('allWebsites')}
        chosen={draft.websiteIds}
        onChange={(websiteIds) => change({ websiteIds })}
      />
      <Stack as="fieldset" gap="3">
        <Box as="legend" fontSize="sm" fontWeight="500" mb="1">
          {proactiveWords('conditions')}
        </Box>
        <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          {list('pages', proactiveWords('pagesHint'))}
          {list('notPages')}
          {number(proactiveWords('seconds'), 'seconds', 3600)}
          {number(proactiveWords('scroll'), 'scroll', 100)}
          {number(proactiveWords('visits'), 'visitsMin', 1000, proactiveWords('visitsHint'))}
          <TextField
            label={proactiveWords('event')}
            hint={proactiveWords('eventHint')}
            maxLength={200}
            value={draft.conditions.event ?? ''}
            onChange={({ currentTarget }) => setCondition({ event: currentTarget.value || undefined })}
          />
          <SelectField
            label={proactiveWords('hours')}
            value={draft.conditions.hours ?? 'any'}
            options={[
              { value: 'any', label: proactiveWords('any') },
              { value: 'within', label: proactiveWords('within') },
              { value: 'outside', label: proactiveWords('outside') },
            ]}
            onChange={(hours) => setCondition({ hours: hours === 'any' ? undefined : hours })}
          />
          <SelectField
            label={proactiveWords('answers')}
            value={draft.conditions.answers ?? 'any'}
            options={[
              { value: 'any', label: proactiveWords('anybody') },
              { value: 'person', label: proactiveWords('person') },
              { value: 'assistant', label: proactiveWords('assistant') },
              { value: 'nobody', label: proactiveWords('nobody') },
            ]}
            onChange={(answers) => setCondition({ answers: answers === 'any' ? undefined : answers })}
          />
          {list('languages', proactiveWords('languagesHint'))}
          {list('attributes', proactiveWords('attributesHint'))}
          <TextField
            label={proactiveWords('referrer')}
            maxLength={200}
            value={draft.conditions.referrer ?? ''}
            onChange={({ currentTarget }) => setCondition({ referrer: currentTarget.value || undefined })}
          />
          {utmNames.map((name) => (
            <TextField
              key={name}
              label={proactiveWords('utm', { name })}
              maxLength={200}
              value={draft.conditions.utm?.[name] ?? ''}
              onChange={({ currentTarget }) =>
                setCondition({ utm: { ...draft.conditions.utm, [name]: currentTarget.value } })
              }
            />
          ))}
        </Box>
        <SwitchField
          label={proactiveWords('exitIntent')}
          checked={draft.conditions.exitIntent === true}
          onChange={(isOn) => setCondition({ exitIntent: isOn || undefined })}
        />
      </Stack>
    </ItemForm>
  );
}

/** Shows the card as visitors get it. */
function Preview({ name, text }: { name: string; text: string }) {
  return (
    <Box>
      <Box fontSize="sm" fontWeight="500" mb="1">
        {proactiveWords('preview')}
      </Box>
      <Box bg="bg.muted" borderRadius="lg" p="4" display="flex" justifyContent="flex-end">
        <Flex gap="3" maxW="20rem" p="3.5" bg="bg.panel" borderRadius="2xl" boxShadow="md" overflowWrap="anywhere">
          <Flex
            flex="none"
            boxSize="8"
            borderRadius="full"
            bg="bg.emphasized"
            align="center"
            justify="center"
            aria-hidden
          >
            {Array.from(name)[0]?.toUpperCase()}
          </Flex>
          <Box minW="0" dir="auto" whiteSpace="pre-wrap">
            <Box fontSize="xs" fontWeight="600">
              <bdi>{name}</bdi>
            </Box>
            {text || '…'}
          </Box>
        </Flex>
      </Box>
    </Box>
  );
}
