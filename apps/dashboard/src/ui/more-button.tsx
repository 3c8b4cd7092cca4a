import { Box, Button } from '@chakra-ui/react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { contactWords } from '../i18n/en/contacts.ts';
import { pausedWhile } from './paused-while.ts';

interface MoreButtonProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Fetches the next page of a list; nothing below the last one. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Box p="3" borderTopWidth="1px" textAlign="center">
      <Button size="xs" variant="outline" {...pausedWhile(list.isFetchingNextPage, () => void list.fetchNextPage())}>
        {contactWords('more')}
      </Button>
    </Box>
  );
}
