import { Box, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { Document } from '../features/documentation/document.tsx';
import { documentationWords } from '../i18n/en/documentation.ts';
import { language } from '../i18n/language.ts';
import { BackLink } from '../ui/back-link.tsx';
import { FailedState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';

/** Built from docs/integrations.md of the repository: vite.config.ts. */
const address = '/documentation/integrations.txt';

async function fetchText(): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(documentationWords('notLoaded'));
  return response.text();
}

/** /docs/integrations: how to set up each integration. */
export default function DocumentationPage() {
  const { hash } = useLocation();
  const text = useQuery({ queryKey: ['documentation'], queryFn: fetchText });
  usePageTitle(documentationWords('title'));
  return (
    <Box height="100%" overflowY="auto" position="relative">
      <Box maxW="page" mx="auto" px={{ base: '4', md: '8' }} pt={{ base: '5', md: '7' }} pb="12">
        <Box mb="4">
          <BackLink to="/integrations">{documentationWords('back')}</BackLink>
        </Box>
        {text.isPending && <Skeleton height="30rem" />}
        {text.isError && <FailedState error={text.error} retry={() => void text.refetch()} />}
        {text.data !== undefined && (
          <>
            {language() !== 'en' && (
              <Box color="fg.muted" mb="4">
                {documentationWords('inEnglish')}
              </Box>
            )}
            <Box lang="en" dir="ltr">
              <Document text={text.data} anchor={decodeURIComponent(hash.slice(1))} />
            </Box>
          </>
        )}
      </Box>
    </Box>
  );
}
