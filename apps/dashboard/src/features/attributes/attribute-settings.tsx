import { Box } from '@chakra-ui/react';
import type { Attribute, RequiredToClose } from '@parley/contracts/conversations/attributes';
import { attributeKeyMaxLength, attributeNameMaxLength } from '@parley/contracts/conversations/limits';
import { addAttribute, deleteAttribute, listAttributes, updateAttribute } from '@parley/contracts/routes/attributes';
import { useQueryClient } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { itemFields, optionsOf } from '../../domain/fields/fields.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { vocabulary } from '../../i18n/en/vocabulary.ts';
import { listed } from '../../i18n/language.ts';
import { Choices } from '../../ui/choices.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { focusAtFirst, SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';

const { subject: subjects, type: types } = itemFields.attribute;

/** Manages the attributes of contacts and conversations; for administrators. */
export function AttributeSettings() {
  const mayChange = useMay('attributes.manage');
  const attributes = useRead(listAttributes, {});
  const [deleting, setDeleting] = useState<Attribute | null>(null);
  useRowKeys(mayChange ? { e: common('edit'), '#': vocabulary('deleteAttribute') } : {});
  return (
    <>
      <ItemsPanel
        title={vocabulary('attributes')}
        description={vocabulary('attributesHint')}
        add={mayChange ? { id: 'attribute:add', label: vocabulary('addAttribute') } : undefined}
        items={attributes}
        empty={{ icon: ListPlus, title: vocabulary('noAttributes'), hint: vocabulary('noAttributesHint') }}
        renderForm={(attribute, onDone) => <AttributeForm attribute={attribute} onDone={onDone} />}
      >
        {(attribute, onEdit) => (
          <ItemLine change={mayChange ? { onEdit, onDelete: () => setDeleting(attribute) } : undefined}>
            <bdi>{attribute.name}</bdi>{' '}
            <Box as="code" color="fg.muted" fontSize="xs">
              {attribute.key}
            </Box>
            <Box color="fg.muted" fontSize="xs">
              {listed([
                subjects.nameOf(attribute.subject),
                types.nameOf(attribute.type),
                ...attribute.choices,
                ...(attribute.requiredToClose ? [vocabulary('requiredToClose')] : []),
              ])}
            </Box>
          </ItemLine>
        )}
      </ItemsPanel>
      <DeleteAttribute attribute={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function useRefreshAttributes() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(listAttributes) });
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Returns a key for programs from a name: `Customer since` is `customer_since`. */
const keyFrom = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, attributeKeyMaxLength);

/** Key, subject and type stay as they were declared. */
function AttributeForm({ attribute, onDone }: { attribute: Attribute | undefined; onDone: () => void }) {
  const [name, setName] = useState(attribute?.name ?? '');
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const [subject, setSubject] = useState(attribute?.subject ?? 'contact');
  const [type, setType] = useState(attribute?.type ?? 'text');
  const [choices, setChoices] = useState(attribute?.choices.join('\n') ?? '');
  const key = ownKey ?? keyFrom(name);
  const isChoice = type === 'choice';
  const [requirement, setRequirement] = useState<Requirement>(() => requirementOf(attribute));
  const mayBeRequired = subject !== 'company';
  const requiredToClose = mayBeRequired ? requiredOf(requirement, type) : null;
  const isUnclear = mayBeRequired && requirement.when === 'teams' && requirement.teamIds.length === 0;
  const given = { name: name.trim(), requiredToClose, ...(isChoice && { choices: linesOf(choices) }) };
  const put = (seen: Attribute | undefined) =>
    seen
      ? call(updateAttribute, { params: { id: seen.id }, body: { ...given, expected: seenOf(seen, given) } })
      : call(addAttribute, { body: { ...given, key, subject, type } });
  const save = useSaveItem(put, { item: attribute, list: keyOf(listAttributes), onDone });
  return (
    <ItemForm
      saveLabel={vocabulary('save')}
      isPaused={save.isPending || !given.name || !key || isUnclear}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={vocabulary('name')}
        required
        maxLength={attributeNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {!attribute && (
        <>
          <TextField
            label={vocabulary('key')}
            hint={vocabulary('keyHint')}
            required
            maxLength={attributeKeyMaxLength}
            pattern="[a-z][a-z0-9_]*"
            value={key}
            onChange={(event) => setOwnKey(event.target.value)}
          />
          <SelectField label={vocabulary('of')} value={subject} options={optionsOf(subjects)} onChange={setSubject} />
          <SelectField label={vocabulary('type')} value={type} options={optionsOf(types)} onChange={setType} />
        </>
      )}
      {isChoice && (
        <TextArea
          label={vocabulary('choices')}
          error={faultOf(save.error, 'choices')}
          hint={vocabulary('choicesHint')}
          required
          rows={4}
          value={choices}
          onChange={(event) => setChoices(event.target.value)}
        />
      )}
      {mayBeRequired && <RequirementFields requirement={requirement} type={type} onChange={setRequirement} />}
    </ItemForm>
  );
}

/** Choices of the form; its parts survive switching the requirement off and on. */
interface Requirement extends RequiredToClose {
  when: 'never' | 'always' | 'teams';
}

const requirementOf = (attribute: Attribute | undefined): Requirement => {
  const required = attribute?.requiredToClose;
  return {
    ...(required ?? { teamIds: [], isYes: false, includesAutomation: false }),
    when: !required ? 'never' : required.teamIds.length > 0 ? 'teams' : 'always',
  };
};

const requiredOf = (
  { when, teamIds, isYes, includesAutomation }: Requirement,
  type: Attribute['type'],
): RequiredToClose | null =>
  when === 'never'
    ? null
    : { teamIds: when === 'teams' ? teamIds : [], isYes: type === 'yes_no' && isYes, includesAutomation };

interface RequirementFieldsProps {
  requirement: Requirement;
  type: Attribute['type'];
  onChange: (requirement: Requirement) => void;
}

/** Chooses when a value is required before a conversation is closed. */
function RequirementFields({ requirement, type, onChange }: RequirementFieldsProps) {
  const teams = useTeams();
  const { when, teamIds, isYes, includesAutomation } = requirement;
  const change = (part: Partial<Requirement>) => onChange({ ...requirement, ...part });
  return (
    <>
      <SelectField
        label={vocabulary('requiredToClose')}
        value={when}
        options={[
          { value: 'never', label: vocabulary('requiredNever') },
          { value: 'always', label: vocabulary('requiredAlways') },
          ...(teams.length > 0 ? [{ value: 'teams' as const, label: vocabulary('requiredTeams') }] : []),
        ]}
        onChange={(chosen) => change({ when: chosen })}
      />
      {when === 'teams' && (
        <Choices
          label={vocabulary('requiredWhich')}
          all={teams}
          chosen={teamIds}
          onChange={(chosen) => change({ teamIds: chosen })}
        />
      )}
      {when !== 'never' && type === 'yes_no' && (
        <SwitchField
          label={vocabulary('requiredYes')}
          checked={isYes}
          onChange={(isChecklist) => change({ isYes: isChecklist })}
        />
      )}
      {when !== 'never' && (
        <SwitchField
          label={vocabulary('requiredAutomation')}
          hint={vocabulary('requiredAutomationHint')}
          checked={includesAutomation}
          onChange={(isBinding) => change({ includesAutomation: isBinding })}
        />
      )}
    </>
  );
}

function DeleteAttribute({ attribute, onClose }: { attribute: Attribute | null; onClose: () => void }) {
  const refresh = useRefreshAttributes();
  return (
    <DeleteDialog
      title={vocabulary('deleteAttribute')}
      id={attribute?.id ?? null}
      remove={(id) => call(deleteAttribute, { params: { id } })}
      onDeleted={refresh}
      onClose={onClose}
    >
      {vocabulary('deleteAttributeHint', { name: attribute?.name ?? '' })}
    </DeleteDialog>
  );
}
