import { Box, Button, IconButton, Stack } from '@chakra-ui/react';
import type { BlocksDraft, MessageButton, MessageCard } from '@parley/contracts/messages/blocks';
import { blockLimits } from '@parley/contracts/messages/limits';
import { listForms } from '@parley/contracts/routes/forms';
import { Plus, X } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { formWords } from '../../i18n/en/customerforms.ts';
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx';

/** Ids are made once, so that an answer names its button however the others change. */
const newId = (): string => crypto.randomUUID().slice(0, 8);

/** Returns the blocks as they are sent: without blank buttons and cards; null for none. */
export function cleanBlocks({ buttons = [], cards = [], formId }: BlocksDraft): BlocksDraft | null {
  if (formId !== undefined) return { formId };
  const named = (list: readonly MessageButton[]) =>
    list
      .filter(({ label }) => label.trim() !== '')
      .map(({ url, ...each }) => ({ ...each, label: each.label.trim(), ...(url?.trim() && { url: url.trim() }) }));
  const kept = named(buttons);
  const filled = cards.flatMap(({ title, text, buttons: own = [], ...card }) => {
    const ofCard = named(own);
    if (title.trim() === '') return [];
    return [
      {
        ...card,
        title: title.trim(),
        ...(text?.trim() && { text: text.trim() }),
        ...(ofCard[0] && { buttons: ofCard }),
      },
    ];
  });
  if (kept.length === 0 && filled.length === 0) return null;
  return { ...(kept[0] && { buttons: kept }), ...(filled[0] && { cards: filled }) };
}

/** Returns true without a form, and without any button or card, however empty. */
export const isBlank = ({ buttons = [], cards = [], formId }: BlocksDraft): boolean =>
  formId === undefined && buttons.length === 0 && cards.length === 0;

interface BlocksFieldsProps {
  value: BlocksDraft;
  onChange: (value: BlocksDraft) => void;
}

/** Edits the buttons and cards of a message, or chooses its form. */
export function BlocksFields({ value, onChange }: BlocksFieldsProps) {
  const forms = useRead(listForms, {}).data ?? [];
  const { buttons = [], cards = [], formId } = value;
  const changeCard = (at: number, part: Partial<MessageCard>) =>
    onChange({ ...value, cards: cards.map((card, index) => (index === at ? { ...card, ...part } : card)) });
  return (
    <Stack gap="3">
      {forms.length > 0 && (
        <SelectField
          label={formWords('form')}
          value={formId ?? ''}
          options={[
            { value: '', label: formWords('noForm') },
            ...forms.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => onChange(id === '' ? {} : { formId: id })}
        />
      )}
      {formId === undefined && (
        <>
          <ButtonRows
            buttons={buttons}
            max={blockLimits.buttons}
            onChange={(next) => onChange({ ...value, buttons: next })}
          />
          {cards.map((card, index) => (
            <Stack key={index} as="fieldset" gap="2" borderWidth="1px" borderRadius="md" p="3">
              <Box as="legend" srOnly>
                {formWords('card', { number: index + 1 })}
              </Box>
              <Box display="flex" gap="2" alignItems="flex-end">
                <TextField
                  label={formWords('cardTitle', { number: index + 1 })}
                  maxLength={blockLimits.titleLength}
                  value={card.title}
                  onChange={(event) => changeCard(index, { title: event.target.value })}
                />
                <Remove onClick={() => onChange({ ...value, cards: cards.toSpliced(index, 1) })} />
              </Box>
              <TextArea
                label={formWords('cardText')}
                rows={2}
                maxLength={blockLimits.textLength}
                value={card.text ?? ''}
                onChange={(event) => changeCard(index, { text: event.target.value })}
              />
              <ButtonRows
                buttons={card.buttons ?? []}
                max={blockLimits.buttonsPerCard}
                onChange={(next) => changeCard(index, { buttons: next })}
              />
            </Stack>
          ))}
          {cards.length < blockLimits.cards && (
            <Add
              label={formWords('addCard')}
              onClick={() => onChange({ ...value, cards: [...cards, { title: '' }] })}
            />
          )}
        </>
      )}
    </Stack>
  );
}

interface ButtonRowsProps {
  buttons: readonly MessageButton[];
  max: number;
  onChange: (buttons: MessageButton[]) => void;
}

function ButtonRows({ buttons, max, onChange }: ButtonRowsProps) {
  const change = (at: number, part: Partial<MessageButton>) =>
    onChange(buttons.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <>
      {buttons.map((button, index) => (
        <Box
          key={button.id}
          display="grid"
          gridTemplateColumns={{ base: '1fr auto', md: '1fr 1fr auto' }}
          gap="2"
          alignItems="end"
        >
          <TextField
            label={formWords('button', { number: index + 1 })}
            maxLength={blockLimits.labelLength}
            placeholder={formWords('label')}
            value={button.label}
            onChange={(event) => change(index, { label: event.target.value })}
          />
          <Box order={{ base: '1', md: '0' }}>
            <TextField
              label={formWords('buttonLink')}
              type="url"
              dir="ltr"
              placeholder="https://"
              value={button.url ?? ''}
              onChange={(event) => change(index, { url: event.target.value })}
            />
          </Box>
          <Remove onClick={() => onChange(buttons.toSpliced(index, 1))} />
        </Box>
      ))}
      {buttons.length < max && (
        <Add label={formWords('addButton')} onClick={() => onChange([...buttons, { id: newId(), label: '' }])} />
      )}
    </>
  );
}

const Add = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="xs" variant="outline" alignSelf="start" onClick={onClick}>
    <Plus size={14} aria-hidden />
    {label}
  </Button>
);

const Remove = ({ onClick }: { onClick: () => void }) => (
  <IconButton size="sm" variant="ghost" aria-label={formWords('remove')} onClick={onClick}>
    <X size={15} aria-hidden />
  </IconButton>
);
