import { Box, Center, Field, Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { type Settings, widgetPositions } from '@parley/contracts/settings';
import { type FormEvent, useId } from 'react';
import type { Draft } from '../../forms/draft.ts';
import { ImagePicker } from '../../forms/image-picker.tsx';
import { SaveBar } from '../../forms/save-bar.tsx';
import { faultOf, useChangeSettings } from '../../forms/settings.ts';
import { SelectField, SwitchField, TextArea } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';

type WidgetConfig = Settings['widgetConfig'];

const positionLabels = {
  'bottom-right': 'Bottom right',
  'bottom-left': 'Bottom left',
  'top-right': 'Top right',
} as const;
const colourPattern = /^#[0-9a-f]{6}$/i;

/** The look of the widget; the preview beside it shows the edits before they are saved. */
export function Appearance({ draft }: { draft: Draft<WidgetConfig> }) {
  const change = useChangeSettings();
  const { value, edits, set } = draft;
  const pickerId = useId();
  const colourIsValid = colourPattern.test(value.primaryColor);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (colourIsValid) change.mutate({ widgetConfig: edits }, { onSuccess: () => draft.settle(edits) });
  };
  return (
    <Panel title="Appearance">
      <form onSubmit={save}>
        <Stack gap="4">
          <ImagePicker
            label="Upload avatar"
            preview={
              <Center boxSize="12" borderRadius="full" borderWidth="1px" overflow="hidden" bg="bg.subtle" flex="none">
                {value.avatarUrl ? (
                  <img src={value.avatarUrl} alt="Avatar of the widget" width="48" height="48" />
                ) : (
                  <Box as="span" fontSize="xs" color="fg.muted">
                    None
                  </Box>
                )}
              </Center>
            }
            onPick={(avatarUrl) => set({ avatarUrl })}
            onRemove={value.avatarUrl ? () => set({ avatarUrl: '' }) : undefined}
          />
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <SelectField
              label="Position"
              value={value.position}
              options={widgetPositions.map((position) => ({ value: position, label: positionLabels[position] }))}
              onChange={(position) => set({ position })}
            />
            <Field.Root invalid={!colourIsValid} gap="1">
              <Field.Label fontSize="sm">Primary colour</Field.Label>
              <Box display="flex" gap="2" width="100%">
                <Input
                  // The field's own id, and with it the label, belongs to the text beside it.
                  id={pickerId}
                  type="color"
                  aria-label="Pick a colour"
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
              <Field.ErrorText fontSize="xs">A colour such as #af1f31</Field.ErrorText>
            </Field.Root>
          </SimpleGrid>
          <TextArea
            label="Welcome message"
            rows={3}
            maxLength={1000}
            value={value.welcomeMessage}
            error={faultOf(change.error, 'welcomeMessage')}
            onChange={(event) => set({ welcomeMessage: event.target.value })}
          />
          <SwitchField
            label="Show on mobile"
            checked={value.showOnMobile}
            onChange={(showOnMobile) => set({ showOnMobile })}
          />
          <SwitchField
            label="Show on desktop"
            checked={value.showOnDesktop}
            onChange={(showOnDesktop) => set({ showOnDesktop })}
          />
        </Stack>
        <SaveBar isDirty={draft.isDirty} isPending={change.isPending} onReset={draft.reset} />
      </form>
    </Panel>
  );
}
