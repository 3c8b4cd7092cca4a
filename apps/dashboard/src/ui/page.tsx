import { Box, Heading } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of a scrolling screen: its heading, and a width that keeps lines readable. */
export function Page({ title, description, action, children }: PageProps) {
  usePageTitle(title);
  return (
    <Box height="100%" overflowY="auto">
      <Box maxW="1160px" mx="auto" px={{ base: '16px', md: '32px' }} pt={{ base: '20px', md: '28px' }} pb="48px">
        <Box display="flex" flexWrap="wrap" alignItems="flex-end" gap="12px" mb="20px">
          <Box flex="1" minW="min(240px, 100%)">
            <Heading as="h1" fontSize="20px" lineHeight="28px">
              {title}
            </Heading>
            {description && (
              <Box color="fg.muted" mt="2px">
                {description}
              </Box>
            )}
          </Box>
          {action}
        </Box>
        {children}
      </Box>
    </Box>
  );
}

let unread = 0;
let pageTitle = '';

function showTitle(): void {
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${pageTitle ? `${pageTitle} · ` : ''}Parley`;
}

/** Names the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle = title;
    showTitle();
  }, [title]);
}

/** Shows the number of unread conversations before the tab's name. */
export function showUnreadInTitle(count: number): void {
  unread = count;
  showTitle();
}
