import { Box, Center, Field, Input, SimpleGrid, Stack } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings/settings';
import { type FormEvent, useId } from 'react';
import { labelOf, optionsOf, settingFields } from '../../domain/fields/fields.ts';
import type { Draft } from '../../forms/draft.ts';
import { ImagePicker } from '../../forms/image-picker.tsx';
import { SaveBar } from '../../forms/save-bar.tsx';
import { labelsOf } from '../../forms/settings-form.tsx';
import { useSaveSection } from '../../forms/settings.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WelcomeMessage } from './welcome-message.tsx';

type WidgetConfig = Settings['widgetConfig'];

const fields = settingFields.widgetConfig;
const colourPattern = /^#[0-9a-f]{6}$/i;

/** The look of the widget; the preview beside it shows the edits before they are saved. */
export function Appearance({ draft }: { draft: Draft<WidgetConfig> }) {
  const change = useSaveSection(draft, {
    changeOf: (widgetConfig) => ({ widgetConfig }),
    savedOf: (settings) => settings.widgetConfig,
  });
  const { value, set } = draft;
  const pickerId = useId();
  const colourIsValid = colourPattern.test(value.primaryColor);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (colourIsValid) change.save();
  };
  return (
    <Panel title={widgetWords('appearance')}>
      <form onSubmit={save}>
        <Stack gap="4">
          <ImagePicker
            label={widgetWords('uploadAvatar')}
            preview={
              <Center boxSize="12" borderRadius="full" borderWidth="1px" overflow="hidden" bg="bg.subtle" flex="none">
                {value.avatarUrl ? (
                  <img src={value.avatarUrl} alt={widgetWords('avatar')} width="48" height="48" />
                ) : (
                  <Box as="span" fontSize="xs" color="fg.muted">
                    {widgetWords('noAvatar')}
                  </Box>
                )}
              </Center>
            }
            onPick={(avatarUrl) => set({ avatarUrl })}
            onRemove={value.avatarUrl ? () => set({ avatarUrl: '' }) : undefined}
          />
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <SelectField
              label={widgetWords('position')}
              value={value.position}
              options={optionsOf(fields.position)}
              onChange={(position) => set({ position })}
            />
            <Field.Root invalid={!colourIsValid} gap="1">
              <Field.Label fontSize="sm">{widgetWords('colour')}</Field.Label>
              <Box display="flex" gap="2" width="100%">
                <Input
                  // The field's own id, and with it the label, belongs to the text beside it.
                  id={pickerId}
                  type="color"
                  aria-label={widgetWords('pickColour')}
                  width="2.75rem"
                  flex="none"
                  px="0.5"
                  py="0.5"
                  value={colourIsValid ? value.primaryColor : '#000000'}
                  onChange={(event) => set({ primaryColor: event.target.value })}
                />
                <Input
                  value={value.primaryColor}
                  maxLength={7}
                  spellCheck={false}
                  onChange={(event) => set({ primaryColor: event.target.value })}
                />
              </Box>
              <Field.ErrorText fontSize="xs">{widgetWords('colourFault', { example: '#af1f31' })}</Field.ErrorText>
            </Field.Root>
          </SimpleGrid>
          <WelcomeMessage draft={draft} error={change.error} />
          <SwitchField
            label={widgetWords('onMobile')}
            checked={value.showOnMobile}
            onChange={(showOnMobile) => set({ showOnMobile })}
          />
          <SwitchField
            label={widgetWords('onDesktop')}
            checked={value.showOnDesktop}
            onChange={(showOnDesktop) => set({ showOnDesktop })}
          />
        </Stack>
        <SaveBar
          isDirty={draft.isDirty}
          isPending={change.isPending}
          onReset={draft.reset}
          unsaved={labelsOf(draft.edits, (name) => labelOf(fields[name]))}
        />
      </form>
    </Panel>
  );
}
