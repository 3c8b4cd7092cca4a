import { Stack } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings/settings';
import type { FormEvent } from 'react';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { LookFields } from '../../domain/widget-look/look-fields.tsx';
import { isColour } from '../../forms/colour-picker.tsx';
import type { Draft } from '../../forms/draft.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { labelsOf } from '../../forms/settings-form.tsx';
import { useSaveSection } from '../../forms/settings.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { Panel } from '../../ui/panel.tsx';

const fields = settingFields.widgetConfig;

/** The look of the widget; the preview beside it shows the edits before they are saved. */
export function Appearance({ draft }: { draft: Draft<Settings['widgetConfig']> }) {
  const change = useSaveSection(draft, {
    changeOf: (widgetConfig) => ({ widgetConfig }),
    savedOf: (settings) => settings.widgetConfig,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isColour(draft.value.primaryColor)) change.save();
  };
  return (
    <Panel title={widgetWords('appearance')}>
      <form onSubmit={save}>
        <Stack gap="4">
          <LookFields value={draft.value} set={draft.set} error={change.error} />
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
