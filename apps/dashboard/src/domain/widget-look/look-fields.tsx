import { Box, Center, Field, Input, SimpleGrid } from '@chakra-ui/react';
import { launcherOffsetMax, type Settings } from '@parley/contracts/settings/settings';
import { useId } from 'react';
import { ColourPicker, isColour } from '../../forms/colour-picker.tsx';
import { ImagePicker } from '../../forms/image-picker.tsx';
import { widgetWords } from '../../i18n/en/widget.ts';
import { SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { optionsOf, settingFields } from '../fields/fields.ts';
import { HomeFields } from './home-fields.tsx';
import { WelcomeMessage } from './welcome-message.tsx';

export type Look = Settings['widgetConfig'];

export interface LookFieldsProps {
  value: Look;
  set: (change: Partial<Look>) => void;
  /** Error of the last save. */
  error: Error | null;
}

const fields = settingFields.widgetConfig;

/** The fields of the widget's look, in a form for all websites or for one. */
export function LookFields({ value, set, error }: LookFieldsProps) {
  const pickerId = useId();
  const colourIsValid = isColour(value.primaryColor);
  return (
    <>
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
            <ColourPicker
              id={pickerId}
              value={value.primaryColor}
              fallback="#000000"
              onChange={(primaryColor) => set({ primaryColor })}
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
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="end">
        <SelectField
          label={widgetWords('shape')}
          value={value.launcherShape}
          options={optionsOf(fields.launcherShape)}
          onChange={(launcherShape) => set({ launcherShape })}
        />
        <SelectField
          label={widgetWords('theme')}
          value={value.theme}
          options={optionsOf(fields.theme)}
          onChange={(theme) => set({ theme })}
        />
        <OffsetField label={widgetWords('offsetX')} value={value.offsetX} onChange={(offsetX) => set({ offsetX })} />
        <OffsetField label={widgetWords('offsetY')} value={value.offsetY} onChange={(offsetY) => set({ offsetY })} />
      </SimpleGrid>
      <WelcomeMessage value={value} set={set} error={error} />
      <HomeFields value={value} set={set} />
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
      <SwitchField
        label={widgetWords('hideWhenAway')}
        hint={widgetWords('hideWhenAwayHint')}
        checked={value.hideWhenAway}
        onChange={(hideWhenAway) => set({ hideWhenAway })}
      />
      <SwitchField
        label={widgetWords('linkPreviews')}
        hint={widgetWords('linkPreviewsHint')}
        checked={value.linkPreviews}
        onChange={(linkPreviews) => set({ linkPreviews })}
      />
    </>
  );
}

interface OffsetFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

const OffsetField = ({ label, value, onChange }: OffsetFieldProps) => (
  <TextField
    label={label}
    type="number"
    min={0}
    max={launcherOffsetMax}
    value={value}
    onChange={(event) => onChange(Math.min(launcherOffsetMax, Math.max(0, Math.round(Number(event.target.value)))))}
  />
);
