import { useRows } from '../commands/rows.ts';
import { Articles } from '../features/knowledge/articles.tsx';
import { knowledgeWords } from '../i18n/en/knowledge.ts';
import { Page } from '../ui/page.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

/** /knowledge: what the assistant, the suggestions and the team answer from. */
export default function KnowledgePage() {
  const tabs = [{ id: 'articles', label: knowledgeWords('articles'), content: <Articles /> }];
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
