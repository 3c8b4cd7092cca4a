import { Box, type BoxProps } from '@chakra-ui/react';

/** End of a box with an inset of 4: it stays in view, however long the form is. */
export function FormFoot({ children, mt }: Pick<BoxProps, 'children' | 'mt'>) {
  return (
    <Box
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      position="sticky"
      bottom="0"
      mt={mt}
      mx="-4"
      mb="-4"
      px="4"
      pt="3"
      pb="calc({spacing.3} + env(safe-area-inset-bottom))"
      bg="bg"
      borderTopWidth="1px"
      borderBottomRadius="xl"
    >
      {children}
    </Box>
  );
}
