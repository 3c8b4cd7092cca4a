import { Center, Spinner } from '@chakra-ui/react';
import { ui } from '../i18n/en/ui.ts';

export function FullPageSpinner() {
  return (
    <Center as="output" height="100%" minH="12.5rem" aria-label={ui('loading')}>
      <Spinner color="fg.subtle" />
    </Center>
  );
}
