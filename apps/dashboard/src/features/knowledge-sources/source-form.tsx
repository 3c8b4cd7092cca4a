import { SimpleGrid } from '@chakra-ui/react';
import type { KnowledgeSource } from '@parley/contracts/knowledge/knowledge';
import { addKnowledgeSource, updateKnowledgeSource } from '@parley/contracts/routes/knowledge-sources';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { isConflict, seenOf } from '../../api/as-seen.ts';
import { useDraft } from '../../forms/draft.ts';
import { common } from '../../i18n/en/common.ts';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { focusAtFirst, SelectField, TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { ForWhom, type ForWhomValue } from './for-whom.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

const scheduleNames = ['never', 'daily', 'weekly', 'monthly'] as const;
type Schedule = (typeof scheduleNames)[number];
/** Hours between readings. */
const schedules: Record<Schedule, number | null> = { never: null, daily: 24, weekly: 7 * 24, monthly: 30 * 24 };

interface Edited extends ForWhomValue {
  name: string;
  url: string;
  include: string;
  exclude: string;
  maxPages: string;
  schedule: Schedule;
}

const lines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

function editedOf(source: KnowledgeSource | undefined): Edited {
  const rules = source?.rules ?? { include: [], exclude: [], maxPages: 500 };
  return {
    name: source?.name ?? '',
    url: source?.url ?? '',
    include: rules.include.join('\n'),
    exclude: rules.exclude.join('\n'),
    maxPages: String(rules.maxPages),
    schedule: scheduleNames.find((name) => schedules[name] === (source ? source.everyHours : 24)) ?? 'never',
    audience: source?.audience ?? 'public',
    websiteIds: source?.websiteIds ?? [],
  };
}

/** Returns the default name of a website. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

const settingsOf = ({ name, url, include, exclude, maxPages, schedule, audience, websiteIds }: Edited) => ({
  name: name.trim() || hostOf(url),
  rules: { include: lines(include), exclude: lines(exclude), maxPages: Number(maxPages) },
  everyHours: schedules[schedule],
  audience,
  websiteIds: [...websiteIds],
});

interface SourceFormProps {
  kind: 'website' | 'git' | 'file';
  /** Left out for a new one. */
  source?: KnowledgeSource;
  onSaved: () => void;
  onDone: () => void;
}

/** A source being added or changed. Where it is stays: another address is another source. */
export function SourceForm({ kind, source, onSaved, onDone }: SourceFormProps) {
  const [seen, setSeen] = useState(source);
  const draft = useDraft<Edited>(`knowledge source ${source?.id ?? kind}`, editedOf(source));
  const { name, url, include, exclude, maxPages, schedule, audience, websiteIds } = draft.value;
  const close = () => {
    draft.reset();
    onDone();
  };
  const save = useMutation({
    mutationFn: () => {
      const settings = settingsOf(draft.value);
      if (source) {
        const expected = seenOf(seen ?? source, settings);
        return call(updateKnowledgeSource, { params: { id: source.id }, body: { ...settings, expected } });
      }
      const added = { kind: kind === 'git' ? kind : ('website' as const), url: url.trim(), ...settings };
      return call(addKnowledgeSource, { body: added });
    },
    onSuccess: () => {
      onSaved();
      close();
      toast({ title: common('integrationUpdated'), description: words(source ? 'saved' : 'added') });
    },
    onError: (error) => {
      toastFailure(error);
      if (!isConflict(error)) return;
      // The present version counts as seen from now on.
      setSeen(undefined);
      onSaved();
    },
  });
  return (
    <ItemForm
      saveLabel={words('save')}
      isPaused={save.isPending || (!source && !URL.canParse(url.trim())) || !(Number(maxPages) >= 1)}
      onSave={() => save.mutate()}
      onLeave={close}
    >
      {!source && (
        <TextField
          ref={focusAtFirst}
          label={words(kind === 'git' ? 'gitAddress' : 'siteAddress')}
          type="url"
          placeholder="https://"
          required
          value={url}
          onChange={(event) => draft.set({ url: event.target.value })}
        />
      )}
      <TextField
        label={words('name')}
        maxLength={200}
        placeholder={url && hostOf(url)}
        value={name}
        onChange={(event) => draft.set({ name: event.target.value })}
      />
      {kind !== 'file' && (
        <>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3" alignItems="start">
            <TextArea
              label={words('include')}
              hint={words('pathsHint')}
              rows={2}
              value={include}
              onChange={(event) => draft.set({ include: event.target.value })}
            />
            <TextArea
              label={words('exclude')}
              rows={2}
              value={exclude}
              onChange={(event) => draft.set({ exclude: event.target.value })}
            />
          </SimpleGrid>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
            <TextField
              label={words('maxPages')}
              type="number"
              min={1}
              max={5000}
              value={maxPages}
              onChange={(event) => draft.set({ maxPages: event.target.value })}
            />
            <SelectField
              label={words('schedule')}
              value={schedule}
              options={scheduleNames.map((value) => ({ value, label: words(value) }))}
              onChange={(chosen) => draft.set({ schedule: chosen })}
            />
          </SimpleGrid>
        </>
      )}
      <ForWhom value={{ audience, websiteIds }} onChange={(value) => draft.set(value)} />
    </ItemForm>
  );
}
