import { Center, Spinner } from '@chakra-ui/react';

export function FullPageSpinner() {
  return (
    <Center as="output" height="100%" minH="12.5rem" aria-label="Loading">
      <Spinner color="fg.subtle" />
    </Center>
  );
}
