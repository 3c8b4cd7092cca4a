import { Box, Button } from '@chakra-ui/react';
import { type ReplyAction, replyActionsMax } from '@parley/contracts/canned-replies';
import { templateFaults } from '@parley/contracts/reply-template';
import { replies } from '../../i18n/en/replies.ts';
import { Select, TextArea } from '../../ui/fields.tsx';
import { useColleagues } from '../notes/colleagues.ts';
import { ActionIcon } from './action-icon.tsx';
import { actionWords } from './action-words.ts';

interface ActionsEditorProps {
  actions: readonly ReplyAction[];
  onChange: (actions: ReplyAction[]) => void;
}

/** Each kind of action as it is when it is added; a new kind is one entry more. */
const added: Record<ReplyAction['type'], ReplyAction> = {
  assign: { type: 'assign', to: 'me' },
  close: { type: 'close' },
  reopen: { type: 'reopen' },
  note: { type: 'note', text: '' },
};

const kindWords = (type: ReplyAction['type']): string =>
  type === 'assign' ? replies('assign') : actionWords(added[type], []);

const isKind = (text: string): text is ReplyAction['type'] => Object.hasOwn(added, text);

/** What a reply does besides saying something. */
export function ActionsEditor({ actions, onChange }: ActionsEditorProps) {
  const colleagues = useColleagues();
  // Notes there may be several; the rest can be done in one way only.
  const left = Object.values(added).filter(
    ({ type }) => type === 'note' || actions.every((action) => action.type !== type),
  );
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
          {action.type === 'assign' ? (
            <Box minW="12rem">
              <Select
                aria-label={replies('assignTo')}
                value={action.to}
                options={[
                  { value: 'me', label: actionWords({ type: 'assign', to: 'me' }, []) },
                  { value: 'nobody', label: actionWords({ type: 'assign', to: 'nobody' }, []) },
                  ...colleagues.map(({ id }) => ({
                    value: id,
                    label: actionWords({ type: 'assign', to: id }, colleagues),
                  })),
                ]}
                onChange={(to) => onChange(actions.with(index, { type: 'assign', to }))}
              />
            </Box>
          ) : (
            <span>{actionWords(action, colleagues)}</span>
          )}
          {action.type === 'note' && (
            <Box flex="1 1 100%" order="1">
              <TextArea
                label={replies('noteText')}
                error={templateFaults(action.text)[0]}
                rows={2}
                maxLength={10_000}
                dir="auto"
                value={action.text}
                onChange={({ currentTarget }) =>
                  onChange(actions.with(index, { ...action, text: currentTarget.value }))
                }
              />
            </Box>
          )}
          <Button size="2xs" variant="ghost" onClick={() => onChange(actions.filter((each) => each !== action))}>
            {replies('removeAction', { action: actionWords(action, colleagues) })}
          </Button>
        </Box>
      ))}
      {actions.length < replyActionsMax && (
        <Box minW="12rem" alignSelf="flex-start">
          <Select
            aria-label={replies('addAction')}
            value=""
            options={[
              { value: '', label: replies('addAction') },
              ...left.map(({ type }) => ({ value: type, label: kindWords(type) })),
            ]}
            onChange={(type) => isKind(type) && onChange([...actions, added[type]])}
          />
        </Box>
      )}
    </Box>
  );
}
