import { Stack } from '@chakra-ui/react';
import { useState } from 'react';
import type { HelpArticle } from '@parley/contracts/knowledge/help';
import { audiences } from '@parley/contracts/knowledge/knowledge';
import { languageCodes, languages } from '@parley/contracts/text/languages';
import type { Body } from '@parley/contracts/route';
import { listCategories, placeArticle } from '@parley/contracts/routes/help';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';
import { seenOf } from '../../api/as-seen.ts';
import { WebsitesField } from '../../forms/websites-field.tsx';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { SelectField, SwitchField, TextArea } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameOfCategory } from './categories.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './knowledge.module.css';

const audienceWords = { public: 'forPublic', customers: 'forCustomers', staff: 'forStaff' } as const;

interface PlacingProps {
  article: HelpArticle;
  readOnly: boolean;
  onChanged: (article: HelpArticle) => void;
}

/** Edits an article's audience and place; saved at once. */
export function Placing({ article, readOnly, onChanged }: PlacingProps) {
  const { id, audience, onSite, categoryId, websiteIds, suggestedOn, votes, translations } = article;
  const [pages, setPages] = useState(suggestedOn.join('\n'));
  const own = translations[0]?.locale ?? 'en';
  const { data: categories = [] } = useRead(listCategories, {});
  const placed = { audience, onSite, categoryId, websiteIds, suggestedOn };
  const place = useMutation({
    mutationFn: (body: Body<typeof placeArticle>) =>
      call(placeArticle, { params: { id }, body: { ...body, expected: seenOf(placed, body) } }),
    onSuccess: onChanged,
    onError: (error) => toastFailure(error),
  });
  const isPaused = readOnly || place.isPending;
  return (
    <Panel title={words('placing')}>
      <Stack gap="4">
        <SwitchField
          label={words('onSite')}
          hint={words('onSiteHint')}
          checked={onSite}
          disabled={isPaused}
          onChange={(isOn) => place.mutate({ onSite: isOn })}
        />
        <SelectField
          label={words('audience')}
          hint={words('audienceHint')}
          value={audience}
          disabled={isPaused}
          options={audiences.map((value) => ({ value, label: words(audienceWords[value]) }))}
          onChange={(chosen) => place.mutate({ audience: chosen })}
        />
        <SelectField
          label={words('language')}
          value={own}
          disabled={isPaused}
          options={languageCodes
            .filter((code) => code === own || !translations.some(({ locale }) => locale === code))
            .map((value) => ({ value, label: languages[value] }))}
          onChange={(locale) => place.mutate({ locale })}
        />
        {categories.length > 0 && (
          <SelectField
            label={words('category')}
            value={categoryId ?? ''}
            disabled={isPaused}
            options={[
              { value: '', label: words('noCategory') },
              ...categories.map((category) => ({ value: category.id, label: nameOfCategory(category) })),
            ]}
            onChange={(chosen) => place.mutate({ categoryId: chosen || null })}
          />
        )}
        <WebsitesField
          label={words('websites')}
          all={words('allWebsites')}
          chosen={websiteIds}
          disabled={isPaused}
          onChange={(chosen) => place.mutate({ websiteIds: chosen })}
        />
        {onSite && (
          <TextArea
            label={words('suggestedOn')}
            hint={words('suggestedOnHint')}
            rows={2}
            value={pages}
            disabled={readOnly}
            onChange={(event) => setPages(event.target.value)}
            onBlur={() => {
              const chosen = [...new Set(pages.split('\n').flatMap((line) => line.trim() || []))];
              if (chosen.join('\n') !== suggestedOn.join('\n')) place.mutate({ suggestedOn: chosen });
            }}
          />
        )}
        {votes.helpful + votes.not > 0 && (
          <p className={styles.quiet} data-numbers>
            {words('votes', votes)}
          </p>
        )}
      </Stack>
    </Panel>
  );
}
