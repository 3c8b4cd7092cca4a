import { Box, Field, IconButton, NativeSelect } from '@chakra-ui/react';
import { usualTimeZones } from '@parley/contracts/settings/settings';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { forms } from '../i18n/en/forms.ts';
import { locale } from '../i18n/language.ts';
import { fittingOptions, Picker } from '../ui/picker.tsx';

const usual: readonly string[] = usualTimeZones;
const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone));

/** Returns a name of the zone at an instant, in the style that `Intl` has it. */
const nameOf = (zone: string, style: 'shortOffset' | 'longGeneric', at: Date): string =>
  new Intl.DateTimeFormat(locale(), { timeZone: zone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Returns the offset of the zone now: `GMT+2`. */
const offsetOf = (zone: string, at: Date): string => nameOf(zone, 'shortOffset', at);

/** Present names of zones that browsers list under earlier ones. */
const presentNames: Readonly<Record<string, string | undefined>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** Name of a zone as it is written: `America/New York`. */
const cityOf = (zone: string): string => (presentNames[zone] ?? zone).replaceAll('_', ' ');

interface TimeZoneFieldProps {
  label: string;
  value: string;
  /** Text of the choice of none, if that is one. */
  none?: string;
  disabled?: boolean;
  onChange: (zone: string) => void;
}

/** A choice among all time zones of IANA with their offsets now, the usual ones first; also found by typing. */
export function TimeZoneField({ label, value, none, disabled = false, onChange }: TimeZoneFieldProps) {
  const [isSearching, setSearching] = useState(false);
  const offered = useMemo(() => {
    const now = new Date();
    const isKnown = value === '' || usual.includes(value) || others.includes(value);
    const named = (zone: string) => ({ zone, label: `${cityOf(zone)} (${offsetOf(zone, now)})` });
    return { usual: [...usual, ...(isKnown ? [] : [value])].map(named), others: others.map(named) };
  }, [value]);
  return (
    <Field.Root gap="1">
      <Field.Label fontSize="sm">{label}</Field.Label>
      <Box display="flex" gap="2" width="100%">
        <NativeSelect.Root size="sm" disabled={disabled}>
          <NativeSelect.Field value={value} onChange={(event) => onChange(event.currentTarget.value)}>
            {none !== undefined && <option value="">{none}</option>}
            {([offered.usual, offered.others] as const).map((zones, index) => (
              <optgroup key={index} label={forms(index === 0 ? 'usualZones' : 'otherZones')}>
                {zones.map((each) => (
                  <option key={each.zone} value={each.zone}>
                    {each.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
        <IconButton
          size="sm"
          variant="outline"
          aria-label={forms('zoneSearch')}
          disabled={disabled}
          onClick={() => setSearching(true)}
        >
          <Search size={15} aria-hidden />
        </IconButton>
      </Box>
      {isSearching && <ZonePicker value={value} onChoose={onChange} onClose={() => setSearching(false)} />}
    </Field.Root>
  );
}

interface ZonePickerProps {
  value: string;
  onChoose: (zone: string) => void;
  onClose: () => void;
}

function ZonePicker({ value, onChoose, onClose }: ZonePickerProps) {
  const options = useMemo(() => {
    const now = new Date();
    return [...usual, ...others].map((zone) => ({
      id: zone,
      label: cityOf(zone),
      detail: offsetOf(zone, now),
      // Found by `Berlin`, `Central European`, `+1`.
      keywords: `${cityOf(zone).split('/').at(-1)} ${nameOf(zone, 'longGeneric', now)} ${offsetOf(zone, now)} ${offsetOf(zone, now).replace('GMT', 'UTC')}`,
      isChosen: zone === value,
    }));
  }, [value]);
  return (
    <Picker
      title={forms('zoneSearch')}
      placeholder={forms('zonePlaceholder')}
      options={(typed) => fittingOptions(options, typed)}
      onChoose={onChoose}
      onClose={onClose}
      nothing={forms('zoneNone')}
    />
  );
}
