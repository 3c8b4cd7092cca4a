import { Box, LocaleProvider, Tabs } from '@chakra-ui/react';
import { registration } from '@parley/contracts/routes/auth';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useRead } from '../api/read.ts';
import { FullPageSpinner } from '../loading/full-page-spinner.tsx';
import { lazyPart } from '../loading/part.tsx';
import { fetchFontWhenIdle } from '../theme/fonts.ts';
import { useAuth } from '../auth/auth.tsx';
import { Brand } from '../features/sign-in/brand.tsx';
import { Marketing } from '../features/sign-in/marketing.tsx';
import { returnPathIn, useBegunSignIn } from '../features/sign-in/begun.ts';
import { Providers, Refused } from '../features/sign-in/providers.tsx';
import styles from '../features/sign-in/sign-in.module.css';
import { LoginForm, RegisterForm } from '../features/sign-in/sign-in-forms.tsx';
import { locale } from '../i18n/language.ts';
import { signinWords } from '../i18n/en/signin.ts';
import { usePageTitle } from '../ui/page.tsx';

const SecondStep = lazyPart(() => import('../features/account/second-step.tsx'));
const ConfirmEmail = lazyPart(() => import('../features/account/confirm-email.tsx'));
const ForgottenPassword = lazyPart(() => import('../features/account/forgotten-password.tsx'));

/** Begins what a link to a new password brings; in the fragment, which no server sees. */
const resetHash = '#reset=';
/** Prefix of the hash in a link that confirms a sign-in address. */
const confirmHash = '#confirm=';

/** Returns the page that the guard redirected from; the overview by default. */
const wanted = (state: unknown): string =>
  typeof state === 'object' && state && 'from' in state && typeof state.from === 'string' ? state.from : '/';

/** /auth: sign in and register. An invitation link opens the Register tab, as does an installation without accounts. */
export default function AuthPage() {
  const { user, secondStep, goOn } = useAuth();
  const { hash, state } = useLocation();
  const [isForgotten, setForgotten] = useState(hash.startsWith(resetHash));
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const invitation = query.get('invite');
  const registering = useRead(registration, {});
  const isFirst = registering.data?.isFirst === true;
  const providers = registering.data?.providers ?? [];
  const passwords = registering.data?.passwords !== false;
  const [chosen, setChosen] = useState<string | null>(null);
  usePageTitle(signinWords('signIn'));
  useEffect(fetchFontWhenIdle, []);
  // Removes the token from the address.
  const leave = () => {
    setForgotten(false);
    void navigate('/auth', { replace: true, state });
  };
  useBegunSignIn(query.has('step'), goOn);
  const to = returnPathIn(query) ?? wanted(state);
  const isConfirming = hash.startsWith(confirmHash);
  if (user && !isConfirming) return <Navigate to={to} replace />;
  const isPlain = !secondStep && !isConfirming;
  return (
    <main className={styles.page}>
      <div className={styles.forms}>
        <Brand />
        {isPlain && <Refused reason={query.get('refused')} />}
        <LocaleProvider locale={locale()}>
          {isConfirming && (
            <Suspense fallback={<FullPageSpinner />}>
              <ConfirmEmail token={hash.slice(confirmHash.length)} onDone={leave} />
            </Suspense>
          )}
          {secondStep && !isConfirming && (
            <Suspense fallback={<FullPageSpinner />}>
              <SecondStep kinds={secondStep} onBack={() => goOn(null)} />
            </Suspense>
          )}
          {isForgotten && (
            <Suspense fallback={<FullPageSpinner />}>
              <ForgottenPassword
                token={hash.startsWith(resetHash) ? hash.slice(resetHash.length) : undefined}
                isMailed={registering.data?.mailsPasswordLinks !== false}
                onBack={leave}
              />
            </Suspense>
          )}
          {isPlain && !passwords && (
            <div className={styles.tabs}>
              <Providers providers={providers} returnTo={to} isBesideForm={false} />
            </div>
          )}
          {isPlain && !isForgotten && passwords && (
            <Tabs.Root
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
                <LoginForm onForgotten={() => setForgotten(true)} />
                <Providers providers={providers} returnTo={to} isBesideForm />
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
          )}
        </LocaleProvider>
      </div>
      <Marketing />
    </main>
  );
}
