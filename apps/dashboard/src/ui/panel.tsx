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
  const below = flush ? '12px' : children ? '0' : '14px';
  return (
    <Box
      as="section"
      bg="bg"
      borderWidth="1px"
      borderColor="border"
      borderRadius="10px"
      display="flex"
      flexDirection="column"
      minW="0"
      {...rest}
    >
      {title && (
        <Box display="flex" alignItems="flex-start" gap="12px" px="16px" pt="14px" pb={below}>
          <Box flex="1" minW="0">
            <Heading as="h2" fontSize="14px" lineHeight="20px">
              {title}
            </Heading>
            {description && (
              <Box color="fg.muted" fontSize="13px" mt="2px">
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
          {...(flush ? { borderTopWidth: title ? '1px' : '0' } : { p: '16px', pt: title ? '12px' : '16px' })}
        >
          {children}
        </Box>
      )}
    </Box>
  );
}
