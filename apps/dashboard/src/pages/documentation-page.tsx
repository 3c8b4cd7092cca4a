import { Box, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { Document } from '../features/documentation/document.tsx';
import { FailedState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';

/** Built from docs/integrations.md of the repository: vite.config.ts. */
const address = '/documentation/integrations.txt';

async function fetchText(): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error('The documentation could not be loaded.');
  return response.text();
}

/** /docs/integrations: how to set up each integration. */
export default function DocumentationPage() {
  const { hash } = useLocation();
  const text = useQuery({ queryKey: ['documentation'], queryFn: fetchText });
  usePageTitle('Documentation');
  return (
    <Box height="100%" overflowY="auto">
      <Box maxW="72.5rem" mx="auto" px={{ base: '4', md: '8' }} py="7">
        {text.isPending && <Skeleton height="30rem" />}
        {text.isError && <FailedState error={text.error} retry={() => void text.refetch()} />}
        {text.data !== undefined && <Document text={text.data} anchor={decodeURIComponent(hash.slice(1))} />}
      </Box>
    </Box>
  );
}
