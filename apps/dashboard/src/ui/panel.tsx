import { Box, type BoxProps, Heading } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PanelProps extends Omit<BoxProps, 'title'> {
  title?: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  /** Children reach the border: for lists and tables. */
  flush?: boolean;
}

/** A bordered piece of a page with its own heading. */
export function Panel({ title, description, action, flush = false, children, ...rest }: PanelProps) {
  const below = flush ? '3' : children ? '0' : '4';
  return (
    <Box
      as="section"
      bg="bg"
      borderWidth="1px"
      borderColor="border"
      borderRadius="xl"
      display="flex"
      flexDirection="column"
      minW="0"
      {...rest}
    >
      {title && (
        <Box display="flex" flexWrap="wrap" alignItems="flex-start" gap="3" px="4" pt="3.5" pb={below}>
          <Box flex="1 1 min(18rem, 60%)" minW="0">
            <Heading as="h2" textStyle="md">
              {title}
            </Heading>
            {description && (
              <Box color="fg.muted" fontSize="sm" mt="0.5">
                {description}
              </Box>
            )}
          </Box>
          {action}
        </Box>
      )}
      {children && (
        <Box
          flex="1"
          minW="0"
          {...(flush ? { borderTopWidth: title ? '1px' : '0' } : { p: '4', pt: title ? '3' : '4' })}
        >
          {children}
        </Box>
      )}
    </Box>
  );
}
