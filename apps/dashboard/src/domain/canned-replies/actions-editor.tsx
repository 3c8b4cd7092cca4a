import { Box, IconButton } from '@chakra-ui/react';
import { type ReplyAction, replyActionsMax } from '@parley/contracts/messages/canned-replies';
import { priorities } from '@parley/contracts/conversations/conversation-fields';
import { X } from 'lucide-react';
import { common } from '../../i18n/en/common.ts';
import { replies } from '../../i18n/en/replies.ts';
import { AttributeValueFields } from '../attributes/value-fields.tsx';
import { Select, TextArea } from '../../ui/fields.tsx';
import { ActionIcon } from './action-icon.tsx';
import { faultIn } from './template-fault.ts';
import { type ActionNames, actionWords, priorityWords, snoozeWords, useActionNames } from './action-words.ts';

interface ActionsEditorProps {
  actions: readonly ReplyAction[];
  onChange: (actions: ReplyAction[]) => void;
}

type Kind = ReplyAction['type'];

/** Initial action of each kind, null if it cannot be added; a new kind needs one entry here, and its fields below. */
export const added: Record<Kind, (names: ActionNames) => ReplyAction | null> = {
  assign: () => ({ type: 'assign', to: 'me' }),
  assign_team: ({ teams: [first] }) => (first ? { type: 'assign_team', teamId: first.id } : null),
  close: () => ({ type: 'close' }),
  reopen: () => ({ type: 'reopen' }),
  note: () => ({ type: 'note', text: '' }),
  tag: ({ tags: [first] }) => (first ? { type: 'tag', add: [first.id] } : null),
  attribute: ({ attributes: [first] }) => (first ? { type: 'attribute', key: first.key, value: null } : null),
  priority: () => ({ type: 'priority', priority: 'high' }),
  snooze: () => ({ type: 'snooze', hours: 24 }),
};
const isKind = (text: string): text is Kind => Object.hasOwn(added, text);

/** Names of the kinds of actions. */
export const kindWords: Record<Kind, () => string> = {
  assign: () => replies('assign'),
  assign_team: () => replies('assignTeam'),
  close: () => replies('close'),
  reopen: () => replies('reopen'),
  note: () => replies('note'),
  tag: () => replies('tag'),
  attribute: () => replies('setAttribute'),
  priority: () => replies('priority'),
  snooze: () => replies('snooze'),
};

/** Kinds with fields that don't name the action. */
export const isNamedApart = (kind: Kind): boolean => kind === 'note' || kind === 'tag' || kind === 'attribute';

/** Hours that are offered; an import may contain others. */
const snoozes = [1, 4, 24, 72, 168];

/** Edits the actions of a reply besides its text. */
export function ActionsEditor({ actions, onChange }: ActionsEditorProps) {
  const names = useActionNames();
  // Notes and attributes there may be several; the rest can be done in one way only.
  const left = Object.keys(added)
    .filter(isKind)
    .filter((kind) => kind === 'note' || kind === 'attribute' || actions.every(({ type }) => type !== kind))
    .filter((kind) => added[kind](names) !== null);
  const add = (kind: string) => {
    const action = isKind(kind) ? added[kind](names) : null;
    if (action) onChange([...actions, action]);
  };
  return (
    <Box as="fieldset" display="flex" flexDirection="column" gap="2" fontSize="sm">
      <Box as="legend" fontWeight="500">
        {replies('actions')}
      </Box>
      <Box color="fg.muted" fontSize="xs">
        {replies('actionsHint')}
      </Box>
      {actions.map((action, index) => (
        <Box key={index} display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <ActionIcon type={action.type} />
          {isNamedApart(action.type) && <span>{kindWords[action.type]()}</span>}
          <ActionFields action={action} names={names} onChange={(changed) => onChange(actions.with(index, changed))} />
          <RemoveAction
            words={actionWords(action, names)}
            onRemove={() => onChange(actions.filter((each) => each !== action))}
          />
        </Box>
      ))}
      {actions.length < replyActionsMax && (
        <AddAction kinds={left.map((kind) => ({ value: kind, label: kindWords[kind]() }))} onAdd={add} />
      )}
    </Box>
  );
}

/** Removes an action; `words` say what it does. */
export function RemoveAction({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <IconButton
      size="xs"
      variant="ghost"
      aria-label={replies('removeAction', { action: words })}
      title={common('remove')}
      onClick={onRemove}
    >
      <X size={14} aria-hidden />
    </IconButton>
  );
}

interface AddActionProps {
  kinds: readonly { value: string; label: string }[];
  onAdd: (kind: string) => void;
}

/** Offers the kinds of actions that can be added. */
export function AddAction({ kinds, onAdd }: AddActionProps) {
  return (
    <Box minW="12rem" alignSelf="flex-start">
      <Select
        aria-label={replies('addAction')}
        value=""
        options={[{ value: '', label: replies('addAction') }, ...kinds]}
        onChange={onAdd}
      />
    </Box>
  );
}

interface ActionTextProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
}

/** Text of an action, a template. */
export function ActionText({ label, text, onChange }: ActionTextProps) {
  return (
    <Box flex="1 1 100%" order="1">
      <TextArea
        label={label}
        error={faultIn(text)}
        rows={2}
        maxLength={10_000}
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Box>
  );
}

interface ActionChoicesProps {
  label: string;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Checkboxes of which one at least stays checked: an action without any would do nothing. */
export function ActionChoices({ label, options, chosen, onChange }: ActionChoicesProps) {
  return (
    <Box display="flex" flexWrap="wrap" gap="3" role="group" aria-label={label}>
      {options.map(({ id, name }) => (
        <Box as="label" key={id} display="flex" gap="1.5" alignItems="center">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={chosen.length === 1 && chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          {name}
        </Box>
      ))}
    </Box>
  );
}

interface ActionFieldsProps {
  action: ReplyAction;
  names: ActionNames;
  /** Nobody does it by hand, so there is no "me". */
  isByItself?: boolean;
  onChange: (action: ReplyAction) => void;
}

/** Shows the fields of one action. */
export function ActionFields({ action, names, isByItself = false, onChange }: ActionFieldsProps) {
  switch (action.type) {
    case 'assign':
      return (
        <Box minW="12rem">
          <Select
            aria-label={replies('assignTo')}
            value={action.to}
            options={[...(isByItself ? [] : ['me']), 'nobody', ...names.colleagues.map(({ id }) => id)].map((to) => ({
              value: to,
              label: actionWords({ type: 'assign', to }, names),
            }))}
            onChange={(to) => onChange({ type: 'assign', to })}
          />
        </Box>
      );
    case 'assign_team':
      return (
        <Box minW="12rem">
          <Select
            aria-label={replies('assignTeam')}
            value={action.teamId}
            options={[...new Set([action.teamId, ...names.teams.map(({ id }) => id)])].map((teamId) => ({
              value: teamId,
              label: actionWords({ type: 'assign_team', teamId }, names),
            }))}
            onChange={(teamId) => onChange({ type: 'assign_team', teamId })}
          />
        </Box>
      );
    case 'note':
      return (
        <ActionText label={replies('noteText')} text={action.text} onChange={(text) => onChange({ ...action, text })} />
      );
    case 'tag':
      return (
        <ActionChoices
          label={replies('tags')}
          options={names.tags}
          chosen={action.add}
          onChange={(add) => onChange({ ...action, add })}
        />
      );
    case 'attribute':
      return (
        <AttributeValueFields
          attributes={names.attributes}
          chosen={action}
          onChange={(given) => onChange({ type: 'attribute', ...given })}
        />
      );
    case 'priority':
      return (
        <Box minW="12rem">
          <Select
            aria-label={replies('priority')}
            value={action.priority}
            options={priorities.map((value) => ({ value, label: priorityWords(value) }))}
            onChange={(priority) => onChange({ type: 'priority', priority })}
          />
        </Box>
      );
    case 'snooze':
      return (
        <Box minW="12rem">
          <Select
            aria-label={replies('snooze')}
            value={String(action.hours)}
            options={[...new Set([...snoozes, action.hours])].map((hours) => ({
              value: String(hours),
              label: snoozeWords(hours),
            }))}
            onChange={(hours) => onChange({ type: 'snooze', hours: Number(hours) })}
          />
        </Box>
      );
    case 'close':
    case 'reopen':
      return <span>{actionWords(action, names)}</span>;
  }
}
