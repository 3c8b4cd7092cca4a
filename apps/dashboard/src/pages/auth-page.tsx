import { Box, LocaleProvider, Tabs } from '@chakra-ui/react';
import { registration } from '@parley/contracts/routes/auth';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { useRead } from '../api/read.ts';
import { fetchFontWhenIdle } from '../app/theme/fonts.ts';
import { useAuth } from '../auth/auth.tsx';
import { Brand } from '../features/sign-in/brand.tsx';
import { Marketing } from '../features/sign-in/marketing.tsx';
import { Providers, Refused } from '../features/sign-in/providers.tsx';
import styles from '../features/sign-in/sign-in.module.css';
import { LoginForm, RegisterForm } from '../features/sign-in/sign-in-forms.tsx';
import { locale } from '../i18n/language.ts';
import { signinWords } from '../i18n/en/signin.ts';
import { usePageTitle } from '../ui/page.tsx';

/** Where the guard led somebody away from; the overview for who came by themselves. */
const wanted = (state: unknown): string =>
  typeof state === 'object' && state && 'from' in state && typeof state.from === 'string' ? state.from : '/';

/** /auth: sign in and register. An invitation link opens the Register tab, as does an installation without an account. */
export default function AuthPage() {
  const { user } = useAuth();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const invitation = query.get('invite');
  const registering = useRead(registration, {});
  const isFirst = registering.data?.isFirst === true;
  const providers = registering.data?.providers ?? [];
  const passwords = registering.data?.passwords !== false;
  const [chosen, setChosen] = useState<string | null>(null);
  usePageTitle(signinWords('signIn'));
  useEffect(fetchFontWhenIdle, []);
  if (user) return <Navigate to={wanted(state)} replace />;
  return (
    <main className={styles.page}>
      <div className={styles.forms}>
        <Brand />
        <Refused reason={query.get('refused')} />
        {!passwords && (
          <div className={styles.tabs}>
            <Providers providers={providers} returnTo={wanted(state)} isBesideForm={false} />
          </div>
        )}
        <LocaleProvider locale={locale()}>
          <Tabs.Root
            hidden={!passwords}
            className={styles.tabs}
            value={chosen ?? (invitation || isFirst ? 'register' : 'login')}
            onValueChange={({ value }) => setChosen(value)}
            variant="line"
            fitted
            lazyMount
            unmountOnExit
          >
            <Tabs.List mb="4">
              <Tabs.Trigger value="login">{signinWords('login')}</Tabs.Trigger>
              <Tabs.Trigger value="register">{signinWords('register')}</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="login">
              <LoginForm />
              <Providers providers={providers} returnTo={wanted(state)} isBesideForm />
            </Tabs.Content>
            <Tabs.Content value="register">
              {isFirst && (
                <Box color="fg.muted" mb="4">
                  {signinWords('firstAccount')}
                </Box>
              )}
              <RegisterForm invitation={invitation} />
            </Tabs.Content>
          </Tabs.Root>
        </LocaleProvider>
      </div>
      <Marketing />
    </main>
  );
}
