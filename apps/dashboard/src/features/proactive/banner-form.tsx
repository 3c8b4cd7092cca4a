import { Box } from '@chakra-ui/react';
import type { Tag } from '@parley/contracts/conversations/tags';
import type { Banner, BannerContent } from '@parley/contracts/proactive/banners';
import { outreachNameMaxLength } from '@parley/contracts/proactive/limits';
import { addBanner, listBanners, updateBanner } from '@parley/contracts/routes/proactive';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { WebsitesField } from '../../forms/websites-field.tsx';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { asFieldValue, ofFieldValue } from '../../ui/field-time.ts';
import { focusAtFirst, SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { areTexts, TextsFields } from './texts-fields.tsx';

const usual = (): BannerContent => ({
  name: '',
  websiteIds: [],
  text: '',
  variants: [],
  link: null,
  isDismissible: true,
  isAtLauncher: false,
  from: new Date().toISOString(),
  until: null,
  tagId: null,
});

const contentOf = ({ id: _id, createdAt: _created, updatedAt: _updated, ...content }: Banner): BannerContent => content;

/** Edits a banner. */
export function BannerForm({
  banner,
  tags,
  onDone,
}: {
  banner: Banner | undefined;
  tags: readonly Tag[];
  onDone: () => void;
}) {
  const [draft, setDraft] = useState<BannerContent>(() => (banner ? contentOf(banner) : usual()));
  const change = (part: Partial<BannerContent>) => setDraft((before) => ({ ...before, ...part }));
  const body = { ...draft, name: draft.name.trim(), link: draft.link?.trim() || null };
  const put = (seen: Banner | undefined) =>
    seen
      ? call(updateBanner, { params: { id: seen.id }, body: { ...body, expected: seenOf(contentOf(seen), body) } })
      : call(addBanner, { body });
  const save = useSaveItem(put, { item: banner, list: keyOf(listBanners), onDone });
  return (
    <ItemForm
      saveLabel={proactiveWords('save')}
      isPaused={save.isPending || body.name === '' || !areTexts(draft)}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={proactiveWords('name')}
        required
        maxLength={outreachNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextsFields value={draft} error={faultOf(save.error, 'text')} onChange={change} />
      <TextField
        label={proactiveWords('link')}
        type="url"
        dir="ltr"
        placeholder="https://"
        maxLength={2000}
        error={faultOf(save.error, 'link')}
        value={draft.link ?? ''}
        onChange={({ currentTarget }) => change({ link: currentTarget.value })}
      />
      <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        <TextField
          label={proactiveWords('from')}
          type="datetime-local"
          required
          value={asFieldValue(new Date(draft.from))}
          onChange={({ currentTarget: { value } }) => value && change({ from: ofFieldValue(value).toISOString() })}
        />
        <TextField
          label={proactiveWords('until')}
          hint={proactiveWords('untilHint')}
          type="datetime-local"
          error={faultOf(save.error, 'until')}
          value={draft.until === null ? '' : asFieldValue(new Date(draft.until))}
          onChange={({ currentTarget: { value } }) =>
            change({ until: value ? ofFieldValue(value).toISOString() : null })
          }
        />
      </Box>
      <WebsitesField
        label={proactiveWords('websites')}
        all={proactiveWords('allWebsites')}
        chosen={draft.websiteIds}
        onChange={(websiteIds) => change({ websiteIds })}
      />
      <SelectField
        label={proactiveWords('tag')}
        value={draft.tagId ?? ''}
        error={faultOf(save.error, 'tagId')}
        options={[
          { value: '', label: proactiveWords('noTag') },
          ...tags.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => change({ tagId: id || null })}
      />
      <SwitchField
        label={proactiveWords('dismissible')}
        checked={draft.isDismissible}
        onChange={(isDismissible) => change({ isDismissible })}
      />
      <SwitchField
        label={proactiveWords('atLauncher')}
        checked={draft.isAtLauncher}
        onChange={(isAtLauncher) => change({ isAtLauncher })}
      />
    </ItemForm>
  );
}
