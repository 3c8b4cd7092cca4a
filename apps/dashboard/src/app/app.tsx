import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import { MutationCache, QueryCache, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { CallError } from '../api/call-error.ts';
import { createQueryClient } from '../api/query-client.ts';
import { AuthProvider, signedOut } from '../auth/auth.tsx';
import { useLanguage } from '../i18n/language.ts';
import { useTimeFormat } from '../i18n/time-format.ts';
import { ToastRegion } from '../ui/toast/toast-region.tsx';
import { Routes } from './routes.tsx';
import { createTheme } from '../theme/system.ts';

/** A session that ended leads to the sign-in page, whichever call noticed. */
const noticeSignedOut = (error: Error): void => {
  if (error instanceof CallError && error.code === 'signed_out') signedOut(queryClient);
};

/** Cache for the whole page. */
export const queryClient = createQueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
});

let made: SystemContext | undefined;

/**
 * Returns the theme of the components; its rules are a style sheet already (vite/theme.ts). Created at the first call,
 * which takes some 100 ms on a phone.
 */
export const theme = (): SystemContext => (made ??= { ...createTheme(), _global: [] });

export function App() {
  const language = useLanguage();
  const { timeZone, dateFormat, hourFormat } = useTimeFormat();
  return (
    <ChakraProvider value={theme()}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AuthProvider>
            {/* Renders everything again in another language or format: memoised parts may contain texts. */}
            <Routes key={[language, timeZone, dateFormat, hourFormat].join()} />
          </AuthProvider>
        </BrowserRouter>
        <ToastRegion />
      </QueryClientProvider>
    </ChakraProvider>
  );
}
