import { Box, Stack } from '@chakra-ui/react';
import type { WebsiteLook as OwnLook } from '@parley/contracts/settings/settings';
import { lookOf } from '@parley/contracts/settings/look';
import { useState } from 'react';
import { type Look, LookFields } from '../../domain/widget-look/look-fields.tsx';
import { isColour } from '../../forms/colour-picker.tsx';
import { useSettings } from '../../forms/settings.ts';
import { websiteWords } from '../../i18n/en/websites.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { WidgetPreview } from '../../ui/widget-preview.tsx';

interface WebsiteLookProps {
  value: OwnLook;
  disabled: boolean;
  /** Error of the last save. */
  error: Error | null;
  onChange: (value: OwnLook) => void;
}

/** Returns what differs from the widget settings; a colour that is being typed counts. */
function differing(look: Look, common: Look): OwnLook {
  const own = Object.entries(look).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(common[name as keyof Look]),
  );
  return Object.fromEntries(own);
}

/** Returns whether the look can be saved. */
export const isLook = ({ primaryColor }: OwnLook): boolean => primaryColor === undefined || isColour(primaryColor);

/** Edits the widget's look on one website: what is the same as in the widget settings follows them. */
export function WebsiteLook({ value, disabled, error, onChange }: WebsiteLookProps) {
  const common = useSettings().data?.widgetConfig;
  const hasOwn = Object.keys(value).length > 0;
  const [isOpen, setOpen] = useState(hasOwn);
  if (!common) return null;
  const shown = lookOf({ widgetConfig: common }, { look: value });
  return (
    <Box>
      <SwitchField
        label={websiteWords('ownLook')}
        hint={websiteWords('ownLookHint')}
        checked={isOpen}
        disabled={disabled}
        onChange={(checked) => {
          setOpen(checked);
          if (!checked && hasOwn) onChange({});
        }}
      />
      {isOpen && (
        <Stack asChild gap="4" mt="3" ps="3" borderInlineStartWidth="2px">
          <fieldset disabled={disabled}>
            <LookFields
              value={shown}
              error={error}
              set={(change) => onChange(differing({ ...shown, ...change }, common))}
            />
            <WidgetPreview config={isLook(shown) ? shown : { ...shown, primaryColor: common.primaryColor }} />
          </fieldset>
        </Stack>
      )}
    </Box>
  );
}
