import { Stack } from '@chakra-ui/react';
import { useRows } from '../commands/rows.ts';
import { Answers } from '../features/knowledge-answers/answers.tsx';
import { Articles } from '../features/knowledge/articles.tsx';
import { Categories } from '../features/knowledge/categories.tsx';
import { KnowledgeSources } from '../features/knowledge-sources/sources.tsx';
import { useMayRehearse } from '../domain/rehearsal/rehearse-button.tsx';
import { Placeholders } from '../ui/placeholders.tsx';
import { Todos } from '../features/knowledge/todos.tsx';
import { Suspense } from 'react';
import { lazyPart } from '../loading/part.tsx';
import { useMay } from '../forms/permissions.ts';
import { answerWords } from '../i18n/en/answers.ts';
import { knowledgeWords } from '../i18n/en/knowledge.ts';
import { rehearsalWords } from '../i18n/en/rehearsals.ts';
import { sourceWords } from '../i18n/en/sources.ts';
import { Page } from '../ui/page.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

const Rehearsals = lazyPart(() => import('../features/rehearsal/rehearsals.tsx'));

/** /knowledge: sources for the assistant, the suggestions, the team and customers. */
export default function KnowledgePage() {
  const mayChange = useMay('articles.manage');
  const mayRehearse = useMayRehearse();
  const tabs = [
    {
      id: 'articles',
      label: knowledgeWords('articles'),
      content: (
        <Stack gap="4">
          <Articles />
          {mayChange && <Categories />}
        </Stack>
      ),
    },
    ...(mayChange ? [{ id: 'sources', label: sourceWords('title'), content: <KnowledgeSources /> }] : []),
    { id: 'answers', label: answerWords('title'), content: <Answers /> },
    ...(mayChange ? [{ id: 'todo', label: knowledgeWords('todo'), content: <Todos /> }] : []),
    ...(mayRehearse
      ? [
          {
            id: 'rehearsals',
            label: rehearsalWords('title'),
            content: (
              <Suspense fallback={<Placeholders count={4} />}>
                <Rehearsals />
              </Suspense>
            ),
          },
        ]
      : []),
  ];
  const [tab, show] = useTab(tabs, 'articles');
  useRows();
  return (
    <Page title={knowledgeWords('title')} description={knowledgeWords('aboutKnowledge')}>
      <ScreenTabs tabs={tabs} selected={tab} onSelect={show}>
        {({ content }) => content}
      </ScreenTabs>
    </Page>
  );
}
