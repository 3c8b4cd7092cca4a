import { Button } from '@chakra-ui/react';
import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';

export default function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <EmptyState
      icon={Compass}
      title={<h1>404 Page Not Found</h1>}
      action={
        <Button asChild variant="outline">
          <Link to="/">Go to Dashboard</Link>
        </Button>
      }
    >
      Did you forget to add the page to the router?
    </EmptyState>
  );
}
