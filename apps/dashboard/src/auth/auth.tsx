import type { Answer, Body } from '@parley/contracts/route';
import { currentUser, login, logout, register } from '@parley/contracts/routes/auth';
import type { User } from '@parley/contracts/entities';
import type { SecondStep, SignedInUser } from '@parley/contracts/users/sign-in';
import {
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';
import { forgetCopies } from '../api/offline-copy.ts';
import { keyOf } from '../api/read.ts';
import { authWords } from '../i18n/en/auth.ts';
import { chooseLanguage } from '../i18n/language.ts';
import { chooseTimeFormat } from '../i18n/time-format.ts';
import { tellWorker } from '../loading/service-worker.ts';
import { forgetDrafts } from '../ui/kept-edits.ts';
import { toast } from '../ui/toast/toasts.ts';
import { toastFailure } from '../ui/toast/failure.ts';

export const currentUserKey = keyOf(currentUser);

interface Auth {
  /** Undefined while it is not known, null if no user is signed in. */
  user: SignedInUser | null | undefined;
  /** Reason why the user could not be read; null while it is read again. */
  error: Error | null;
  /** Number of failed attempts so far. */
  failures: number;
  retry: () => void;
  login: UseMutationResult<SignedInUser | SecondStep, Error, Body<typeof login>>;
  /** Second step that the sign-in still needs; null if none is under way. */
  secondStep: SecondStep['secondStep'] | null;
  /** Goes on with what the server answered to a right password, link or provider; null gives a second step up. */
  goOn: (answer: SignedInUser | SecondStep | null) => void;
  /** Called after a sign-in. */
  enter: (user: SignedInUser) => void;
  register: UseMutationResult<User, Error, Body<typeof register>>;
  logout: UseMutationResult<Answer<typeof logout>, Error, void>;
}

/**
 * Key for the time of the last sign-in in this browser: its other tabs belong to that user from then on. While it is
 * set, boot.js reads the first screen's data.
 */
const signedInKey = 'parley.signed-in';

const rememberSignedIn = (): void => localStorage.setItem(signedInKey, String(Date.now()));

const AuthContext = createContext<Auth | null>(null);

/**
 * Reads the current user. A 401 means that none is signed in; it is not an error (docs/product.md#around-every-screen).
 */
async function whoAmI({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<SignedInUser | null> {
  try {
    const user = await call(currentUser, {}, signal);
    const before = client.getQueryData<SignedInUser | null>(currentUserKey);
    // Another user has signed in in another tab.
    if (before && before.id !== user.id) {
      forgetReads(client);
      forgetShown();
    }
    if (localStorage.getItem(signedInKey) === null) rememberSignedIn();
    return user;
  } catch (error) {
    if (error instanceof CallError && error.status === 401) {
      localStorage.removeItem(signedInKey);
      forgetShown();
      return null;
    }
    throw error;
  }
}

/** Returns the signed-in user; null if there is none. */
export const currentUserRead = queryOptions<SignedInUser | null>({ queryKey: currentUserKey, queryFn: whoAmI });

export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const user = useQuery(currentUserRead);

  const [secondStep, setSecondStep] = useState<SecondStep['secondStep'] | null>(null);
  const signedIn = (signedInUser: SignedInUser) => {
    setSecondStep(null);
    client.setQueryData(currentUserKey, signedInUser);
    rememberSignedIn();
  };
  const enter = (signedInUser: SignedInUser) => {
    signedIn(signedInUser);
    toast({ title: authWords('welcomeBack'), description: authWords('loggedIn') });
  };
  const goOn = (answer: SignedInUser | SecondStep | null) => {
    if (answer === null) setSecondStep(null);
    else if ('secondStep' in answer) setSecondStep(answer.secondStep);
    else enter(answer);
  };
  useEffect(() => {
    const askAgain = ({ key }: StorageEvent) =>
      key === signedInKey && void client.invalidateQueries({ queryKey: currentUserKey });
    window.addEventListener('storage', askAgain);
    return () => window.removeEventListener('storage', askAgain);
  }, [client]);
  const language = user.data?.language;
  useEffect(() => {
    // If its texts cannot be loaded now, the language stays as it is until the next time.
    if (language !== undefined) chooseLanguage(language).catch(() => undefined);
  }, [language]);
  // Before the children are drawn with times.
  if (user.data) chooseTimeFormat(user.data);
  const auth: Auth = {
    user: user.data,
    error: user.error,
    failures: user.errorUpdateCount,
    retry: () => void user.refetch(),
    secondStep,
    goOn,
    enter,
    login: useMutation({
      mutationFn: (body: Body<typeof login>) => call(login, { body }),
      onSuccess: goOn,
      onError: (error) => toastFailure(error, authWords('loginFailed')),
    }),
    register: useMutation({
      mutationFn: (body: Body<typeof register>) => call(register, { body }),
      onSuccess: (answer) => {
        signedIn(answer);
        toast({ title: authWords('accountCreated'), description: authWords('welcome', { name: answer.name }) });
      },
      onError: (error) => toastFailure(error, authWords('registrationFailed')),
    }),
    logout: useMutation({
      mutationFn: () => call(logout, {}),
      onSuccess: (answer) => {
        forgetDrafts();
        signedOut(client);
        // Users who signed in through a service sign out there, which leads back to the sign-in page.
        if (answer) return window.location.assign(answer.url);
        return toast({ title: authWords('loggedOut'), description: authWords('loggedOutHint') });
      },
      onError: (error) => toastFailure(error, authWords('logoutFailed')),
    }),
  };
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>;
}

/** Clears the current user and everything that was read for them. */
export function signedOut(client: QueryClient): void {
  client.setQueryData(currentUserKey, null);
  forgetReads(client);
  forgetShown();
}

/** Deletes what the browser keeps of the user: copies for offline, and notifications. */
function forgetShown(): void {
  void forgetCopies();
  void tellWorker({ type: 'read', unread: 0 });
}

/** Clears everything but who the current user is. */
function forgetReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0] });
}

/** Returns the account of the current user. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The signed-in user, on screens behind the guard. */
export function useMe(): SignedInUser {
  const { user } = useAuth();
  if (!user) throw new Error('useMe must be used behind the guard');
  return user;
}
