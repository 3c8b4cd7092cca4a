import { Button } from '@chakra-ui/react';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { knowledgeWords } from '../../i18n/en/knowledge.ts';
import { Panel } from '../../ui/panel.tsx';

/** Links to the sources of the assistant's answers. */
export function KnowledgeLink() {
  return (
    <Panel
      title={knowledgeWords('title')}
      description={knowledgeWords('about')}
      action={
        <Button asChild size="xs" variant="outline">
          <Link to="/knowledge">
            <BookOpen size={14} aria-hidden />
            {knowledgeWords('open')}
          </Link>
        </Button>
      }
    />
  );
}
