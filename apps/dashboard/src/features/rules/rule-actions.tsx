import { Box, Button, IconButton, Input } from '@chakra-ui/react';
import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import { ruleActionsMax } from '@parley/contracts/rules/limits';
import type { RuleAction, RuleActionType } from '@parley/contracts/rules/rules';
import { X } from 'lucide-react';
import {
  ActionChoices,
  ActionFields,
  ActionText,
  AddAction,
  added,
  isNamedApart,
  kindWords,
  RemoveAction,
} from '../../domain/canned-replies/actions-editor.tsx';
import { replies } from '../../i18n/en/replies.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { Select } from '../../ui/fields.tsx';
import { ruleActionWords, type RuleNames } from './rule-words.ts';
import { BlocksFields, isBlank } from '../../domain/blocks/blocks-fields.tsx';

/** Actions that macros have too, with the same fields. */
type Shared = Extract<RuleActionType, ReplyAction['type']>;
type Own = Exclude<RuleActionType, Shared>;

/** Initial action of each kind that macros don't have; null if it can't be added. */
const addedHere: Record<Own, (names: RuleNames) => RuleAction | null> = {
  untag: ({ tags: [first] }) => (first ? { type: 'untag', remove: [first.id] } : null),
  return_to_assistant: () => ({ type: 'return_to_assistant' }),
  hand_off: () => ({ type: 'hand_off' }),
  participant: () => ({ type: 'participant', address: '' }),
  notify: ({ colleagues: [first] }) => (first ? { type: 'notify', userIds: [first.id], text: '' } : null),
  notify_lead: () => ({ type: 'notify_lead', text: '' }),
  message: () => ({ type: 'message', text: '', variants: [] }),
  webhook: ({ webhooks: [first] }) => (first ? { type: 'webhook', webhookId: first.id } : null),
};

const ownWords: Record<Own, () => string> = {
  untag: () => ruleWords('untag'),
  return_to_assistant: () => ruleWords('returnToAssistant'),
  hand_off: () => ruleWords('handOff'),
  participant: () => ruleWords('participant'),
  notify: () => ruleWords('notify'),
  notify_lead: () => ruleWords('notifyLead'),
  message: () => ruleWords('message'),
  webhook: () => ruleWords('webhook'),
};

const isShared = (type: string): type is Shared => Object.hasOwn(added, type);
const isOwn = (type: string): type is Own => Object.hasOwn(ownWords, type);
const isOf = (action: ReplyAction | RuleAction): action is ReplyAction & { type: Shared } => isShared(action.type);
const isNamed = ({ type }: RuleAction): boolean => {
  // Beside its reason.
  if (type === 'close') return true;
  return isShared(type) ? isNamedApart(type) : type !== 'return_to_assistant' && type !== 'hand_off';
};

const wordsOf = (type: RuleActionType): string => (isShared(type) ? kindWords[type]() : ownWords[type]());

/** Several of these make sense in one rule. */
const many: ReadonlySet<string> = new Set(['note', 'attribute', 'notify', 'notify_lead', 'webhook', 'participant']);

function begun(type: string, names: RuleNames): RuleAction | null {
  if (isOwn(type)) return addedHere[type](names);
  if (!isShared(type)) return null;
  if (type === 'assign') return { type, to: names.colleagues[0]?.id ?? 'nobody' };
  return asRule(added[type](names));
}

/** An action of a macro as a rule has it: nobody is "me" there. */
const asRule = (action: ReplyAction | null): RuleAction | null =>
  action?.type === 'assign' ? { type: 'assign', to: action.to === 'me' ? 'nobody' : action.to } : action;

interface RuleActionsProps {
  actions: readonly RuleAction[];
  names: RuleNames;
  onChange: (actions: RuleAction[]) => void;
}

/** Edits what a rule does, step by step. */
export function RuleActions({ actions, names, onChange }: RuleActionsProps) {
  const left = [...Object.keys(added), ...Object.keys(ownWords)].filter(
    (type) =>
      (isShared(type) || isOwn(type)) &&
      (many.has(type) || actions.every((action) => action.type !== type)) &&
      begun(type, names) !== null,
  );
  return (
    <Box as="fieldset" display="flex" flexDirection="column" gap="2" fontSize="sm">
      <Box as="legend" fontWeight="500" mb="1">
        {ruleWords('thenDo')}
      </Box>
      {actions.map((action, index) => (
        <Box
          key={index}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap="2"
          borderWidth="1px"
          borderRadius="md"
          p="2"
        >
          {isNamed(action) && <Box fontWeight="500">{wordsOf(action.type)}</Box>}
          <Fields action={action} names={names} onChange={(changed) => onChange(actions.with(index, changed))} />
          <Box ms="auto">
            <RemoveAction
              words={ruleActionWords(action, names)}
              onRemove={() => onChange(actions.filter((each) => each !== action))}
            />
          </Box>
        </Box>
      ))}
      {actions.length < ruleActionsMax && (
        <AddAction
          kinds={left.map((type) => ({ value: type, label: isShared(type) || isOwn(type) ? wordsOf(type) : type }))}
          onAdd={(type) => {
            const action = begun(type, names);
            if (action) onChange([...actions, action]);
          }}
        />
      )}
    </Box>
  );
}

interface FieldsProps {
  action: RuleAction;
  names: RuleNames;
  onChange: (action: RuleAction) => void;
}

function Fields({ action, names, onChange }: FieldsProps) {
  if (action.type === 'close')
    return (
      <Input
        size="sm"
        maxW="16rem"
        aria-label={ruleWords('closeReason')}
        placeholder={ruleWords('closeReason')}
        maxLength={200}
        value={action.reason ?? ''}
        onChange={({ target }) => onChange({ type: 'close', ...(target.value && { reason: target.value }) })}
      />
    );
  if (isOf(action)) {
    const change = (changed: ReplyAction) => {
      const next = asRule(changed);
      if (next) onChange(next);
    };
    return <ActionFields action={action} names={names} isByItself onChange={change} />;
  }
  switch (action.type) {
    case 'untag':
      return (
        <ActionChoices
          label={ruleWords('untag')}
          options={names.tags}
          chosen={action.remove}
          onChange={(remove) => onChange({ ...action, remove })}
        />
      );
    case 'participant':
      return (
        <Input
          size="sm"
          type="email"
          maxW="16rem"
          aria-label={ruleWords('participantAddress')}
          value={action.address}
          onChange={({ target }) => onChange({ ...action, address: target.value })}
        />
      );
    case 'notify':
      return (
        <>
          <ActionChoices
            label={ruleWords('notifyWhom')}
            options={names.colleagues}
            chosen={action.userIds}
            onChange={(userIds) => onChange({ ...action, userIds })}
          />
          <ActionText
            label={ruleWords('notifyText')}
            text={action.text}
            onChange={(text) => onChange({ ...action, text })}
          />
        </>
      );
    case 'notify_lead':
      return (
        <ActionText
          label={ruleWords('notifyText')}
          text={action.text}
          onChange={(text) => onChange({ ...action, text })}
        />
      );
    case 'message':
      return <MessageFields action={action} onChange={onChange} />;
    case 'webhook':
      return (
        <Box minW="12rem">
          <Select
            aria-label={ruleWords('webhook')}
            value={action.webhookId}
            options={[
              ...names.webhooks.map(({ id, host }) => ({ value: id, label: host })),
              ...(names.webhooks.some(({ id }) => id === action.webhookId)
                ? []
                : [{ value: action.webhookId, label: ruleWords('webhookGone') }]),
            ]}
            onChange={(webhookId) => onChange({ ...action, webhookId })}
          />
        </Box>
      );
    case 'return_to_assistant':
    case 'hand_off':
      return <span>{ruleActionWords(action, names)}</span>;
  }
}

type Message = Extract<RuleAction, { type: 'message' }>;

function MessageFields({ action, onChange }: { action: Message; onChange: (action: Message) => void }) {
  const variants = action.variants ?? [];
  return (
    <Box flex="1 1 100%" order="1" display="flex" flexDirection="column" gap="2">
      <ActionText
        label={ruleWords('messageText')}
        text={action.text}
        onChange={(text) => onChange({ ...action, text })}
      />
      <Box color="fg.muted" fontSize="xs">
        {ruleWords('messageHint', { names: '{{customer.firstName | "there"}}' })}
      </Box>
      {variants.map((variant, index) => (
        <Box key={index} display="flex" gap="2" alignItems="flex-start">
          <Input
            size="sm"
            w="5rem"
            aria-label={replies('language')}
            placeholder={replies('languageExample')}
            maxLength={20}
            value={variant.language}
            onChange={({ target }) =>
              onChange({ ...action, variants: variants.with(index, { ...variant, language: target.value }) })
            }
          />
          <ActionText
            label={replies('textIn', { language: variant.language })}
            text={variant.text}
            onChange={(text) => onChange({ ...action, variants: variants.with(index, { ...variant, text }) })}
          />
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={replies('removeLanguage', { language: variant.language })}
            onClick={() => onChange({ ...action, variants: variants.toSpliced(index, 1) })}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </Box>
      ))}
      <Button
        size="xs"
        variant="ghost"
        alignSelf="flex-start"
        onClick={() => onChange({ ...action, variants: [...variants, { language: '', text: '' }] })}
      >
        {ruleWords('addLanguage')}
      </Button>
      <BlocksFields
        value={action.blocks ?? {}}
        onChange={(blocks) => {
          const { blocks: _replaced, ...others } = action;
          onChange(isBlank(blocks) ? others : { ...others, blocks });
        }}
      />
    </Box>
  );
}
