import { Center, Spinner } from '@chakra-ui/react';

export function FullPageSpinner() {
  return (
    <Center as="output" height="100%" minH="200px" aria-label="Loading">
      <Spinner color="fg.subtle" />
    </Center>
  );
}
