import { Box, Button, Stack } from '@chakra-ui/react';
import { articleMaxLength } from '@parley/contracts/knowledge/limits';
import { addArticlePicture, previewArticle } from '@parley/contracts/routes/help';
import { useQuery } from '@tanstack/react-query';
import { Bold, Heading2, ImagePlus, Link2, List, type LucideIcon } from 'lucide-react';
import { useDeferredValue, useId, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { imageFrom } from '../../forms/image.ts';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { putIn } from '../../ui/slash.ts';
import { drawn } from '../../ui/rich-text.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './knowledge.module.css';

export interface ArticleText {
  title: string;
  content: string;
}

interface EditorProps {
  text: ArticleText;
  locale: string;
  readOnly: boolean;
  onChange: (text: Partial<ArticleText>) => void;
}

/** Markup before and after the selection, also inserted when nothing is selected. */
const marks = {
  bold: ['**', '**'],
  heading: ['\n## ', '\n'],
  list: ['\n- ', '\n'],
  link: ['[', '](https://)'],
} as const;
const tools: readonly { mark: keyof typeof marks; icon: LucideIcon }[] = [
  { mark: 'bold', icon: Bold },
  { mark: 'heading', icon: Heading2 },
  { mark: 'list', icon: List },
  { mark: 'link', icon: Link2 },
];

/** Title and Markdown of an article, and what they become. */
export function Editor({ text, locale, readOnly, onChange }: EditorProps) {
  const [isPreview, setPreview] = useState(readOnly);
  const area = useRef<HTMLTextAreaElement>(null);
  const pictureField = useId();
  const put = ([before, after]: readonly [string, string]) => {
    const field = area.current;
    if (!field) return;
    const { selectionStart: start, selectionEnd: end, value } = field;
    putIn(field, start, end, before + value.slice(start, end) + after);
  };
  const addPicture = async (file: File) => {
    const picture = await imageFrom(file);
    if (!picture) return;
    try {
      const { url } = await call(addArticlePicture, { body: { picture } });
      put([`![${file.name.replaceAll(/[[\]]/g, '')}`, `](${url})`]);
    } catch (error) {
      toastFailure(error, words('picture'));
    }
  };
  const bar = !readOnly && (
    <div className={styles.tools}>
      {!isPreview &&
        tools.map(({ mark, icon: Icon }) => (
          <Button
            key={mark}
            size="xs"
            variant="ghost"
            aria-label={words(mark)}
            title={words(mark)}
            onClick={() => put(marks[mark])}
          >
            <Icon size={16} aria-hidden />
          </Button>
        ))}
      {!isPreview && (
        <>
          <input
            id={pictureField}
            type="file"
            accept="image/*"
            hidden
            aria-label={words('picture')}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void addPicture(file);
              event.target.value = '';
            }}
          />
          <Button
            size="xs"
            variant="ghost"
            aria-label={words('picture')}
            title={words('picture')}
            onClick={() => document.getElementById(pictureField)?.click()}
          >
            <ImagePlus size={16} aria-hidden />
          </Button>
        </>
      )}
      <Box flex="1" />
      <Button size="xs" variant="outline" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
        {words(isPreview ? 'write' : 'preview')}
      </Button>
    </div>
  );
  return (
    <Stack gap="3">
      <TextField
        label={words('articleTitle')}
        required
        readOnly={readOnly}
        lang={locale}
        maxLength={200}
        value={text.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      {isPreview ? (
        <>
          {bar}
          <Preview content={text.content} locale={locale} />
        </>
      ) : (
        <TextArea
          ref={area}
          label={words('text')}
          tools={bar}
          required
          lang={locale}
          dir="auto"
          rows={20}
          maxLength={articleMaxLength}
          value={text.content}
          onChange={(event) => onChange({ content: event.target.value })}
        />
      )}
    </Stack>
  );
}

function Preview({ content, locale }: { content: string; locale: string }) {
  const shown = useDeferredValue(content);
  const preview = useQuery({
    queryKey: ['article preview', shown],
    queryFn: ({ signal }) => call(previewArticle, { body: { content: shown } }, signal),
  });
  if (preview.isError) return <FailedState compact error={preview.error} retry={() => void preview.refetch()} />;
  return (
    <div className={styles.preview} lang={locale} dir="auto" aria-busy={preview.isPending}>
      {content.trim() === '' ? <p className={styles.quiet}>{words('nothingYet')}</p> : drawn(preview.data?.body ?? [])}
    </div>
  );
}
