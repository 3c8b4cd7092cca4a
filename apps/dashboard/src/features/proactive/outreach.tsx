import { Stack } from '@chakra-ui/react';
import { Banners } from './banners.tsx';
import { Messages } from './messages.tsx';
import { Remembering } from './remembering.tsx';

/** Shows the messages and banners by which websites speak first. */
export function Outreach() {
  return (
    <Stack gap="4">
      <Messages />
      <Remembering />
      <Banners />
    </Stack>
  );
}
