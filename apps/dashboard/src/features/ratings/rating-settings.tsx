import { Box, Stack } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import type { FilterField } from '@parley/contracts/filter/filter-fields';
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import { ratingDelayMinutesMax, ratingPauseDaysMax, ratingQuestionMaxLength } from '@parley/contracts/ratings/limits';
import type { Settings } from '@parley/contracts/settings/settings';
import { directionOf, languageCodes, languages } from '@parley/contracts/text/languages';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { useKnown } from '../../domain/filter/use-known.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Fields that differ between users. */
const without: readonly FilterField[] = ['unread', 'following'];

/** Returns null for a filter without conditions, as the rows have it. */
const rowsFilter = (filter: Filter): Filter | null => ('all' in filter && filter.all.length === 0 ? null : filter);

/** Sets whether customers are asked for a rating, after which conversations, and with which words. */
export function RatingSettings({ settings }: { settings: Settings }) {
  const known = useKnown();
  return (
    <Panel title={ratingWords('title')} description={ratingWords('hint')}>
      <SettingsForm
        name="ratings"
        settings={settings}
        savedOf={(all) => all.ratingConfig}
        changeOf={(change) => ({ ratingConfig: change })}
        labelOf={(field) => labelOf(settingFields.ratingConfig[field])}
      >
        {({ value, set, fault }) => (
          <>
            <SwitchField
              label={ratingWords('enabled')}
              checked={value.enabled}
              onChange={(enabled) => set({ enabled })}
            />
            <Stack as="fieldset" gap="1">
              <Box as="legend" fontSize="sm" fontWeight="500">
                {ratingWords('which')}
              </Box>
              {rowsFilter(value.filter) === null && (
                <Box color="fg.muted" textStyle="sm">
                  {ratingWords('everything')}
                </Box>
              )}
              <FilterRows
                where={rowsFilter(value.filter)}
                known={known}
                without={without}
                onChange={(filter) => set({ filter: filter ?? { all: [] } })}
              />
              {fault('ratingConfig.filter') && (
                <Box role="alert" color="fg.error" fontSize="xs">
                  {fault('ratingConfig.filter')}
                </Box>
              )}
            </Stack>
            <Box display="grid" gap="3" maxW={{ sm: 'md' }}>
              <TextField
                label={ratingWords('sample')}
                type="number"
                min={1}
                max={100}
                required
                value={value.samplePercent}
                onChange={(event) => set({ samplePercent: Number(event.target.value) })}
              />
              <TextField
                label={ratingWords('delay')}
                type="number"
                min={0}
                max={ratingDelayMinutesMax}
                required
                value={value.delayMinutes}
                onChange={(event) => set({ delayMinutes: Number(event.target.value) })}
              />
              <TextField
                label={ratingWords('pause')}
                hint={ratingWords('pauseHint')}
                type="number"
                min={0}
                max={ratingPauseDaysMax}
                required
                value={value.pauseDays}
                onChange={(event) => set({ pauseDays: Number(event.target.value) })}
              />
            </Box>
            <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(2, 1fr)' }}>
              {languageCodes.map((code) => (
                <TextField
                  key={code}
                  label={ratingWords('questionIn', { language: languages[code] })}
                  placeholder={ratingTexts(code)('question')}
                  dir={directionOf(code)}
                  lang={code}
                  maxLength={ratingQuestionMaxLength}
                  value={value.questions[code] ?? ''}
                  onChange={(event) => set({ questions: { ...value.questions, [code]: event.target.value } })}
                />
              ))}
            </Box>
          </>
        )}
      </SettingsForm>
    </Panel>
  );
}
