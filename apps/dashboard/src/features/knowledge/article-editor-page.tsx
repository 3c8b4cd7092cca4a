import { Box, Button, Stack } from '@chakra-ui/react';
import type { ArticleTranslation, ArticleVersion, HelpArticle } from '@parley/contracts/knowledge/help';
import { type Language, languageCodes, languages } from '@parley/contracts/text/languages';
import {
  beginArticle,
  getHelpArticle,
  listHelpArticles,
  listPublishedArticles,
  writeTranslation,
} from '@parley/contracts/routes/help';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useDraft } from '../../forms/draft.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { language } from '../../i18n/language.ts';
import { Select, SelectField, TextField } from '../../ui/fields.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { type ArticleText, Editor } from './editor.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './knowledge.module.css';
import { Placing } from './placing.tsx';
import { Publishing } from './publishing.tsx';
import { Versions } from './versions.tsx';

const isWhole = ({ title, content }: ArticleText): boolean => title.trim() !== '' && content.trim() !== '';
const trimmed = ({ title, content }: ArticleText): ArticleText => ({ title: title.trim(), content: content.trim() });

/** Keeps an article as it is now, wherever it is shown. */
function useChanged() {
  const client = useQueryClient();
  return (article: HelpArticle) => {
    client.setQueryData(keyOf(getHelpArticle, { params: { id: article.id } }), article);
    void client.invalidateQueries({ queryKey: keyOf(listHelpArticles), exact: true });
    void client.invalidateQueries({ queryKey: keyOf(listPublishedArticles) });
  };
}

const refused = (error: unknown): void => toastFailure(error);

interface NewText extends ArticleText {
  locale: Language;
}

/** An article before it is saved for the first time. */
export function NewArticle() {
  const { state }: { state: { title?: string } | null } = useLocation();
  const navigate = useNavigate();
  const changed = useChanged();
  const draft = useDraft<NewText>('article new', { title: state?.title ?? '', content: '', locale: language() });
  const add = useMutation({
    mutationFn: (body: NewText) => call(beginArticle, { body }),
    onSuccess: (article) => {
      changed(article);
      draft.reset();
      toast({ title: common('integrationUpdated'), description: words('added') });
      void navigate(`/knowledge/${article.id}`, { replace: true });
    },
    onError: refused,
  });
  return (
    <>
      <div className={styles.head}>
        <h1>{words('add')}</h1>
      </div>
      <Panel maxW="form">
        <Stack gap="3">
          <SelectField
            label={words('language')}
            value={draft.value.locale}
            options={languageCodes.map((value) => ({ value, label: languages[value] }))}
            onChange={(locale) => draft.set({ locale })}
          />
          <Editor text={draft.value} locale={draft.value.locale} readOnly={false} onChange={draft.set} />
          <FormFoot>
            <Button
              size="sm"
              {...pausedWhile(add.isPending || !isWhole(draft.value), () =>
                add.mutate({ ...trimmed(draft.value), locale: draft.value.locale }),
              )}
            >
              {words('save')}
            </Button>
          </FormFoot>
        </Stack>
      </Panel>
    </>
  );
}

/** Edits an article in its languages: its text, its publishing, and its place. */
export function ArticleEditorPage({ article }: { article: HelpArticle }) {
  const { translations } = article;
  const [chosen, setChosen] = useState<Language | undefined>(translations[0]?.locale);
  const mayChange = useMay('articles.manage');
  const changed = useChanged();
  const translation = translations.find(({ locale }) => locale === chosen);
  const missing = languageCodes.filter((code) => !translations.some(({ locale }) => locale === code));
  if (!chosen) return null;
  return (
    <>
      <div className={styles.head}>
        <h1>
          <bdi>{(translation ?? translations[0])?.title}</bdi>
        </h1>
        <Box flex="1" />
        {article.onSite && translation?.publishedVersion && article.audience === 'public' && (
          <Button asChild size="sm" variant="outline">
            <a href={`/help/${chosen}/${encodeURIComponent(translation.slug)}`} target="_blank" rel="noreferrer">
              <ExternalLink size={14} aria-hidden />
              {words('readIt')}
            </a>
          </Button>
        )}
        {translations.map(({ locale }) => (
          <Button
            key={locale}
            size="sm"
            variant={locale === chosen ? 'subtle' : 'outline'}
            aria-pressed={locale === chosen}
            onClick={() => setChosen(locale)}
          >
            {languages[locale]}
          </Button>
        ))}
        {mayChange && missing.length > 0 && (
          <Box minW="10rem">
            <Select
              aria-label={words('addLanguage')}
              value={translation ? '' : chosen}
              options={[
                { value: '', label: words('addLanguage') },
                ...missing.map((value) => ({ value, label: languages[value] })),
              ]}
              onChange={(locale) => locale && setChosen(locale)}
            />
          </Box>
        )}
      </div>
      <div className={styles.columns}>
        <Translation
          key={chosen}
          article={article}
          locale={chosen}
          translation={translation}
          readOnly={!mayChange}
          onChanged={changed}
        />
      </div>
    </>
  );
}

interface TranslationProps {
  article: HelpArticle;
  locale: Language;
  /** Undefined while it is new in this language. */
  translation: ArticleTranslation | undefined;
  readOnly: boolean;
  onChanged: (article: HelpArticle) => void;
}

function Translation({ article, locale, translation, readOnly, onChanged }: TranslationProps) {
  const saved = { title: '', content: '', slug: '', ...translation };
  const { title, content, slug } = saved;
  const draft = useDraft<ArticleText & { slug: string }>(`article ${article.id} ${locale}`, { title, content, slug });
  const save = useMutation({
    mutationFn: ({ slug: wished, ...text }: ArticleText & { slug: string }) =>
      call(writeTranslation, {
        params: { id: article.id, locale },
        body: {
          ...trimmed(text),
          basedOn: translation?.version ?? 0,
          ...(wished !== slug && wished && { slug: wished }),
        },
      }),
    onSuccess: (changed) => {
      onChanged(changed);
      draft.reset();
      toast({ title: common('integrationUpdated'), description: words('saved') });
    },
    onError: refused,
  });
  const restore = (version: ArticleVersion) => {
    draft.set({ title: version.title, content: version.content });
    toast({ title: words('restore'), description: words('restored') });
  };
  return (
    <>
      <Panel>
        <Stack gap="3">
          <Editor text={draft.value} locale={locale} readOnly={readOnly} onChange={draft.set} />
          {!readOnly && translation && (
            <TextField
              label={words('address')}
              hint={words('addressHint')}
              maxLength={100}
              value={draft.value.slug}
              onChange={(event) => draft.set({ slug: event.target.value })}
            />
          )}
          {!readOnly && (
            <FormFoot>
              <Button
                size="sm"
                {...pausedWhile(save.isPending || !draft.isDirty || !isWhole(draft.value), () =>
                  save.mutate(draft.value),
                )}
              >
                {words('save')}
              </Button>
              {draft.isDirty && (
                <Button size="sm" variant="ghost" onClick={draft.reset}>
                  {common('cancel')}
                </Button>
              )}
            </FormFoot>
          )}
        </Stack>
      </Panel>
      <div className={styles.aside}>
        {!readOnly && translation && (
          <Publishing article={article} translation={translation} isDirty={draft.isDirty} onChanged={onChanged} />
        )}
        <Placing article={article} readOnly={readOnly} onChanged={onChanged} />
        {translation && (
          <Versions articleId={article.id} translation={translation} readOnly={readOnly} onRestore={restore} />
        )}
      </div>
    </>
  );
}
