import { Skeleton } from '@chakra-ui/react';
import { getHelpArticle } from '@parley/contracts/routes/help';
import { FileX2 } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { isOfNothing } from '../api/call-error.ts';
import { useRead } from '../api/read.ts';
import { ArticleEditorPage, NewArticle } from '../features/knowledge/article-editor-page.tsx';
import styles from '../features/knowledge/knowledge.module.css';
import { knowledgeWords as words } from '../i18n/en/knowledge.ts';
import { BackLink } from '../ui/back-link.tsx';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';

/** /knowledge/:id: an article being written; /knowledge/new: one that is begun. */
export default function ArticlePage() {
  const { id = '' } = useParams();
  usePageTitle(words('articles'));
  return (
    <div className={styles.page}>
      <div className={styles.inside}>
        <BackLink to="/knowledge">{words('back')}</BackLink>
        {id === 'new' ? <NewArticle /> : <Existing key={id} id={id} />}
      </div>
    </div>
  );
}

function Existing({ id }: { id: string }) {
  const article = useRead(getHelpArticle, { params: { id } });
  const isUnknown = isOfNothing(article.error);
  if (article.data) return <ArticleEditorPage article={article.data} />;
  if (article.isPending) return <Skeleton height="30rem" mt="4" borderRadius="xl" />;
  if (!isUnknown) return <FailedState error={article.error} retry={() => void article.refetch()} />;
  return (
    <EmptyState
      icon={FileX2}
      title={words('unknown')}
      action={<EmptyAction to="/knowledge">{words('back')}</EmptyAction>}
    >
      {words('unknownHint')}
    </EmptyState>
  );
}
