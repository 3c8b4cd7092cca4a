import { Button } from '@chakra-ui/react';
import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { notFound } from '../i18n/en/notfound.ts';

export default function NotFoundPage() {
  usePageTitle(notFound('notFound'));
  return (
    <EmptyState
      icon={Compass}
      title={<h1>{notFound('notFound')}</h1>}
      action={
        <Button asChild variant="outline">
          <Link to="/">{notFound('goToDashboard')}</Link>
        </Button>
      }
    >
      {notFound('didYouForget')}
    </EmptyState>
  );
}
