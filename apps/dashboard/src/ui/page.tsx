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
    // A focused field is not covered by the end of its form (form-foot.tsx), which on a phone may have three lines.
    <Box height="100%" overflowY="auto" position="relative" scrollPaddingBottom={{ base: '24', md: '16' }}>
      <Box maxW="page" mx="auto" px={{ base: '4', md: '8' }} pt={{ base: '5', md: '7' }} pb="12">
        <Box display="flex" flexWrap="wrap" alignItems="flex-end" gap="3" mb="5">
          <Box flex="1" minW="min(15rem, 100%)">
            <Heading as="h1" textStyle="xl">
              {title}
            </Heading>
            {description && (
              <Box color="fg.muted" mt="0.5">
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
