import type { Settings } from '@parley/contracts/settings/settings';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useRead } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { TextField } from '../../ui/fields.tsx';

type ToneList = Settings['aiConfig']['tones'];

interface TonesProps {
  tones: ToneList;
  fault: string | undefined;
  onChange: (tones: ToneList) => void;
}

/** Edits the assistant's tone on each website. */
export function Tones({ tones, fault, onChange }: TonesProps) {
  const websites = useRead(listWebsites, {});
  const put = (websiteId: string, tone: string) =>
    onChange([...tones.filter((each) => each.websiteId !== websiteId), ...(tone === '' ? [] : [{ websiteId, tone }])]);
  return websites.data?.map(({ id, domain }) => (
    <TextField
      key={id}
      label={answerWords('tone', { website: domain })}
      hint={answerWords('toneHint')}
      maxLength={500}
      value={tones.find(({ websiteId }) => websiteId === id)?.tone ?? ''}
      error={fault}
      onChange={(event) => put(id, event.target.value)}
    />
  ));
}
