import { Box, Button, IconButton, Stack } from '@chakra-ui/react';
import { fieldKinds, type Form, type FormDraft, type FormField, type FormTexts } from '@parley/contracts/forms/forms';
import { fieldLabelMaxLength, fieldOptionsMax, formFieldsMax, formNameMaxLength } from '@parley/contracts/forms/limits';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { addForm, listForms, updateForm } from '@parley/contracts/routes/forms';
import { type Language, languages } from '@parley/contracts/text/languages';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import { formWords } from '../../i18n/en/customerforms.ts';
import { Choices } from '../../ui/choices.tsx';
import { focusAtFirst, SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';

const newField = (): FormField => ({
  id: `f${crypto.randomUUID().slice(0, 8)}`,
  kind: 'text',
  label: { text: '' },
  isRequired: true,
});

const usual = (): FormDraft => ({ name: '', title: { text: '' }, fields: [newField()] });

const draftOf = ({ id: _id, createdAt: _made, updatedAt: _at, ...draft }: Form): FormDraft => draft;

/** The language that texts are edited in; the default one without a name. */
type Edited = Language | '';

const textIn = (texts: FormTexts | undefined, language: Edited): string =>
  (language === '' ? texts?.text : texts?.[language]) ?? '';

/** Returns the texts with another one in a language; an empty translation is left out. */
function withText(texts: FormTexts | undefined, language: Edited, text: string): FormTexts {
  const before = texts ?? { text: '' };
  if (language === '') return { ...before, text };
  const { [language]: _replaced, ...others } = before;
  return text === '' ? others : { ...others, [language]: text };
}

/** Edits a form: its questions, in each language. */
export function FormEditor({ form, onDone }: { form: Form | undefined; onDone: () => void }) {
  const [draft, setDraft] = useState<FormDraft>(() => (form ? draftOf(form) : usual()));
  const [language, setLanguage] = useState<Edited>('');
  const change = (part: Partial<FormDraft>) => setDraft((before) => ({ ...before, ...part }));
  const title = draft.title.text.trim() === '' ? { ...draft.title, text: draft.name.trim() } : draft.title;
  const body = { ...draft, name: draft.name.trim(), title };
  const put = (seen: Form | undefined) =>
    seen
      ? call(updateForm, { params: { id: seen.id }, body: { ...body, expected: seenOf(draftOf(seen), body) } })
      : call(addForm, { body });
  const save = useSaveItem(put, { item: form, list: keyOf(listForms), onDone });
  const isWhole = body.name !== '' && draft.fields.every(({ label }) => label.text.trim() !== '');
  const changeField = (at: number, field: FormField) =>
    change({ fields: draft.fields.map((each, index) => (index === at ? field : each)) });
  return (
    <ItemForm
      saveLabel={formWords('save')}
      isPaused={save.isPending || !isWhole}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={formWords('name')}
        required
        maxLength={formNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={formWords('language')}
        value={language}
        options={[
          { value: '' as Edited, label: formWords('standard') },
          ...Object.entries(languages).map(([code, name]) => ({ value: code as Edited, label: name })),
        ]}
        onChange={setLanguage}
      />
      <TextField
        label={formWords('heading')}
        maxLength={fieldLabelMaxLength}
        value={textIn(draft.title, language)}
        onChange={(event) => change({ title: withText(draft.title, language, event.target.value) })}
      />
      {draft.fields.map((field, index) => (
        <FieldEditor
          key={field.id}
          field={field}
          number={index + 1}
          language={language}
          earlier={draft.fields.slice(0, index)}
          fault={(part) => faultOf(save.error, `fields.${index}.${part}`)}
          onChange={(next) => changeField(index, next)}
          onRemove={draft.fields.length > 1 ? () => change({ fields: draft.fields.toSpliced(index, 1) }) : undefined}
        />
      ))}
      {draft.fields.length < formFieldsMax && (
        <Button
          size="xs"
          variant="outline"
          alignSelf="start"
          onClick={() => change({ fields: [...draft.fields, newField()] })}
        >
          <Plus size={14} aria-hidden />
          {formWords('addQuestion')}
        </Button>
      )}
    </ItemForm>
  );
}

interface FieldEditorProps {
  field: FormField;
  number: number;
  language: Edited;
  earlier: readonly FormField[];
  fault: (part: keyof FormField) => string | undefined;
  onChange: (field: FormField) => void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
}

const isChoice = ({ kind }: FormField): boolean => kind === 'choice' || kind === 'choices';

/** Labels of the least and greatest value of a kind, by key; absent where there are none. */
const rangeLabels = {
  text: { min: 'minLength', max: 'maxLength' },
  long_text: { min: 'minLength', max: 'maxLength' },
  number: { min: 'lowest', max: 'highest' },
  choices: { min: 'minChoices', max: 'maxChoices' },
} as const satisfies { [Kind in FormField['kind']]?: { min: string; max: string } };

const hasRange = (kind: FormField['kind']): kind is keyof typeof rangeLabels => kind in rangeLabels;

function FieldEditor({ field, number, language, earlier, fault, onChange, onRemove }: FieldEditorProps) {
  const attributes = (useRead(listAttributes, {}).data ?? []).filter(({ subject }) => subject !== 'company');
  const teams = useTeams();
  const { kind, options = [], showIf, fills } = field;
  const range = hasRange(kind) ? rangeLabels[kind] : undefined;
  const change = (part: Partial<FormField>) => onChange({ ...field, ...part });
  const limit = (part: 'min' | 'max', text: string) => {
    const { [part]: _replaced, ...others } = field;
    onChange(text === '' ? others : { ...others, [part]: Number(text) });
  };
  const depends = (id: string) => {
    const { showIf: _replaced, ...others } = field;
    const [first] = valuesOf(earlier.find((each) => each.id === id));
    onChange(id === '' || !first ? others : { ...others, showIf: { field: id, is: [first.id] } });
  };
  const fill = (to: string) => {
    const { fills: _replaced, needsCode: _ofTheAddress, ...others } = field;
    const target = to === 'name' || to === 'email' ? to : { attribute: to };
    onChange(to === '' ? others : { ...others, fills: target });
  };
  return (
    <Stack as="fieldset" gap="3" borderWidth="1px" borderRadius="md" p="3">
      <Box display="flex" gap="2" alignItems="flex-end">
        <TextField
          label={formWords('question', { number })}
          required={language === ''}
          maxLength={fieldLabelMaxLength}
          placeholder={language === '' ? undefined : field.label.text}
          error={fault('label') ?? fault('id')}
          value={textIn(field.label, language)}
          onChange={(event) => change({ label: withText(field.label, language, event.target.value) })}
        />
        {onRemove && (
          <IconButton size="sm" variant="ghost" aria-label={formWords('remove')} onClick={onRemove}>
            <X size={15} aria-hidden />
          </IconButton>
        )}
      </Box>
      <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(2, 1fr)' }}>
        <SelectField
          label={formWords('kind')}
          value={kind}
          options={fieldKinds.map((value) => ({ value, label: formWords(value) }))}
          onChange={(next) => onChange({ id: field.id, kind: next, label: field.label, isRequired: field.isRequired })}
        />
        <SelectField
          label={formWords('fills')}
          error={fault('fills')}
          value={typeof fills === 'object' ? fills.attribute : (fills ?? '')}
          options={[
            { value: '', label: formWords('nothing') },
            ...(kind === 'text' ? [{ value: 'name', label: formWords('customerName') }] : []),
            ...(kind === 'email' ? [{ value: 'email', label: formWords('customerEmail') }] : []),
            ...attributes.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          onChange={fill}
        />
      </Box>
      <TextField
        label={formWords('help')}
        value={textIn(field.help, language)}
        onChange={(event) => change({ help: withText(field.help, language, event.target.value) })}
      />
      {isChoice(field) && (
        <TextArea
          label={formWords('options')}
          hint={formWords('onePerLine')}
          error={fault('options')}
          rows={4}
          value={optionLines(field, language)}
          onChange={(event) => change({ options: optionsFrom(options, language, event.target.value) })}
        />
      )}
      {kind === 'team' && (
        <>
          <Choices
            label={formWords('teams')}
            all={teams}
            chosen={field.teamIds ?? []}
            onChange={(teamIds) => change({ teamIds })}
          />
          {fault('teamIds') && (
            <Box role="alert" color="fg.error" fontSize="xs">
              {fault('teamIds')}
            </Box>
          )}
        </>
      )}
      {kind === 'consent' && (
        <TextField
          label={formWords('link')}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={field.url ?? ''}
          onChange={({ target: { value } }) => {
            const { url: _replaced, ...others } = field;
            onChange(value === '' ? others : { ...others, url: value });
          }}
        />
      )}
      {range && (
        <Box display="grid" gap="3" gridTemplateColumns="repeat(2, 1fr)">
          <TextField
            label={formWords(range.min)}
            type="number"
            error={fault('min')}
            value={field.min ?? ''}
            onChange={(event) => limit('min', event.target.value)}
          />
          <TextField
            label={formWords(range.max)}
            type="number"
            value={field.max ?? ''}
            onChange={(event) => limit('max', event.target.value)}
          />
        </Box>
      )}
      {fills === 'email' && (
        <SwitchField
          label={formWords('needsCode')}
          hint={formWords('needsCodeHint')}
          checked={field.needsCode === true}
          onChange={(needsCode) => change({ needsCode })}
        />
      )}
      <Condition field={field} earlier={earlier} error={fault('showIf')} onField={depends} onChange={change} />
      {showIf && kind === 'consent' ? null : (
        <SwitchField
          label={formWords('required')}
          checked={field.isRequired}
          onChange={(isRequired) => change({ isRequired })}
        />
      )}
    </Stack>
  );
}

/** Returns the answers of a field that another can depend on. */
function valuesOf(field: FormField | undefined): { id: string; name: string }[] {
  if (field?.kind === 'consent') return [{ id: 'true', name: formWords('consent') }];
  return (field?.options ?? []).map(({ id, label }) => ({ id, name: label.text }));
}

interface ConditionProps {
  field: FormField;
  earlier: readonly FormField[];
  error: string | undefined;
  onField: (id: string) => void;
  onChange: (part: Partial<FormField>) => void;
}

/** Asks the question only after certain answers to an earlier one. */
function Condition({ field: { showIf }, earlier, error, onField, onChange }: ConditionProps) {
  const possible = earlier.filter((each) => valuesOf(each).length > 0);
  if (possible.length === 0) return null;
  return (
    <>
      <SelectField
        label={formWords('showIf')}
        error={error}
        value={showIf?.field ?? ''}
        options={[
          { value: '', label: formWords('always') },
          ...possible.map(({ id, label }) => ({
            value: id,
            label: formWords('dependingOn', { question: label.text }),
          })),
        ]}
        onChange={onField}
      />
      {showIf && (
        <Choices
          label={formWords('is')}
          all={valuesOf(earlier.find(({ id }) => id === showIf.field))}
          chosen={showIf.is}
          onChange={(is) => is.length > 0 && onChange({ showIf: { ...showIf, is } })}
        />
      )}
    </>
  );
}

const optionLines = ({ options = [] }: FormField, language: Edited): string =>
  options.map(({ label }) => textIn(label, language)).join('\n');

/** Returns the options of lines of text: the n-th line names the n-th option, in the language that is edited. */
function optionsFrom(
  before: NonNullable<FormField['options']>,
  language: Edited,
  text: string,
): NonNullable<FormField['options']> {
  const lines = text.split('\n').slice(0, fieldOptionsMax);
  if (language !== '')
    return before.map((option, index) => ({ ...option, label: withText(option.label, language, lines[index] ?? '') }));
  return lines.map((line, index) => {
    const known = before[index];
    return { id: known?.id ?? crypto.randomUUID().slice(0, 8), label: withText(known?.label, '', line) };
  });
}
