import { Box, Button, Center, Heading, LocaleProvider, Stack } from '@chakra-ui/react';
import { useAuth } from '../auth/auth.tsx';
import { Brand } from '../features/sign-in/brand.tsx';
import { SecondFactor } from '../features/account/second-factor.tsx';
import { StepUp } from '../features/account/step-up.tsx';
import { accessWords } from '../i18n/en/access.ts';
import { layout } from '../i18n/en/layout.ts';
import { locale } from '../i18n/language.ts';
import { usePageTitle } from '../ui/page.tsx';

/** Replaces every screen for users who must set up a second factor first. */
export default function EnrolPage() {
  const { logout } = useAuth();
  usePageTitle(accessWords('enrolTitle'));
  return (
    <LocaleProvider locale={locale()}>
      <Center as="main" minH="100dvh" p="4">
        <Stack gap="5" width="100%" maxW="xl">
          <Brand />
          <Box>
            <Heading as="h2" textStyle="lg">
              {accessWords('enrolTitle')}
            </Heading>
            <Box color="fg.muted">{accessWords('enrolHint')}</Box>
          </Box>
          <SecondFactor />
          <Box>
            <Button variant="ghost" size="xs" onClick={() => logout.mutate()}>
              {layout('logOut')}
            </Button>
          </Box>
        </Stack>
        <StepUp />
      </Center>
    </LocaleProvider>
  );
}
