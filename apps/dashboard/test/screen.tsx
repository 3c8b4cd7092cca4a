/** A part of the dashboard on a page of its own, before a server that is made of answers. */
import { ChakraProvider } from '@chakra-ui/react';
import type { User } from '@parley/contracts/entities';
import { builtInRoleIds, type Permission } from '@parley/contracts/permissions/permissions';
import { type ProblemCode, problems } from '@parley/contracts/problems';
import { defaultSettings, type Settings } from '@parley/contracts/settings/settings';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { createQueryClient } from '../src/api/query-client.ts';
import { createTheme } from '../src/theme/system.ts';
import { AuthProvider, useAuth } from '../src/auth/auth.tsx';
import { listenToKeys } from '../src/commands/keyboard.ts';
import { forgetDrafts } from '../src/ui/kept-edits.ts';
import { forgetAllDone } from '../src/live/done.ts';
import { LiveProvider } from '../src/live/live.tsx';
import { ToastRegion } from '../src/ui/toast/toast-region.tsx';
import { currentToast, dismissToast } from '../src/ui/toast/toasts.ts';

const theme = createTheme();

// A busy machine is no broken screen.
configure({ asyncUtilTimeout: 40_000 });

export const ada: User = {
  id: '0199a000-0000-7000-8000-000000000001',
  name: 'Ada Moreau',
  email: 'ada@example.com',
  username: 'ada',
  role: 'admin',
  status: 'online',
  profileImageUrl: null,
  language: null,
  timeZone: null,
  dateFormat: null,
  hourFormat: null,
  sendDelaySeconds: 0,
  readTranslated: false,
  mailSignature: '',
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** Ada with these permissions alone. */
export const whoMay = (permissions: readonly Permission[]): SignedInUser => ({
  ...ada,
  role: 'representative',
  rights: {
    roleId: builtInRoleIds.light,
    roleName: 'Some',
    builtIn: null,
    permissions: [...permissions],
    scope: 'everything',
    teamIds: [],
    websiteIds: [],
    teammateIds: [],
  },
});

export interface Call {
  /** `POST /api/settings`. */
  name: string;
  /** The text behind the question mark. */
  query: string;
  body: unknown;
}

/** Answers of the server to calls, by `METHOD /path`. A function sees the call. */
export type Answers = Record<string, unknown>;

/** A refusal in the words of the server, as problem details. */
export const refusal = (code: ProblemCode, detail: string, errors: { path: string; message: string }[] = []) =>
  Response.json({ type: 'about:blank', code, ...problems[code], detail, errors }, { status: problems[code].status });

/** A server that merges what is saved into its settings, as ours does. */
export function settingsAnswers(changed: Partial<Settings> = {}): Answers {
  let settings: Settings = { ...defaultSettings, ...changed };
  return {
    'GET /api/settings': () => settings,
    'POST /api/settings': ({ body }: Call) => {
      for (const [section, edits] of Object.entries(body as Record<string, object>))
        settings = { ...settings, [section]: { ...settings[section as keyof Settings], ...edits } };
      return settings;
    },
  };
}

/** A socket that never opens. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
}

/** The live channel, over which nothing comes. */
export function SilentLive({ children }: { children: ReactNode }) {
  vi.stubGlobal('WebSocket', SilentSocket);
  return <LiveProvider>{children}</LiveProvider>;
}

/** Gives everything a size, since a list that isn't laid out has no rows in view. For `beforeEach`. */
export function layOut(): () => void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  return () => void vi.restoreAllMocks();
}

const stops: (() => void)[] = [];

/** Takes the page away, with what was left on it and kept of it: the files of a process share them. */
export function leave(): void {
  cleanup();
  for (const stop of stops.splice(0)) stop();
  const toast = currentToast();
  if (toast) dismissToast(toast.id);
  forgetDrafts();
  forgetAllDone();
  localStorage.clear();
  vi.unstubAllGlobals();
}

/**
 * Shows a component behind the guard, by default as Ada, with keys and toasts. Returns the user and every call that was
 * made; calls without an answer get a 404.
 */
export async function show(what: ReactNode, answers: Answers = {}, me: User | null = ada) {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    const [path, query = ''] = address.split('?');
    const name = `${method} ${path}`;
    const call: Call = { name, query, body: typeof body === 'string' ? JSON.parse(body) : undefined };
    if (name === 'GET /api/user') return me ? Response.json(me) : refusal('signed_out', 'Sign in first.');
    calls.push(call);
    if (!(name in answers)) return refusal('not_found', `Nobody answers ${name}.`);
    const answer: unknown = typeof answers[name] === 'function' ? await answers[name](call) : answers[name];
    if (answer instanceof Response) return answer;
    return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
  });
  stops.push(listenToKeys());
  render(
    <ChakraProvider value={theme}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <AuthProvider>
            <Known>{what}</Known>
          </AuthProvider>
        </MemoryRouter>
        <ToastRegion />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  await screen.findByTestId('known');
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ body }) => body);
  return { user: userEvent.setup(), calls, sent };
}

/** Behind the guard it is known who is there. */
function Known({ children }: { children: ReactNode }) {
  return useAuth().user === undefined ? null : <div data-testid="known">{children}</div>;
}
