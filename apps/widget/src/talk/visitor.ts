/** Identity of the visitor on the server: the signed token, and calls made with it. */
import { isRefusal, Refusal } from '@parley/client/refusal';
import type { ErrorCode } from '@parley/contracts/problems';
import type { Answer } from '@parley/contracts/route';
import type { startVisitorSession } from '@parley/contracts/routes/visitor';
import { messagesPath, sessionPath } from '../contract.static.ts';
import type { ParleyUser } from '../loader/parley.ts';
import { endSession } from './end-session.ts';
import { memoryKey, rememberedToken, withStorage } from './memory.ts';

export type VisitorSession = Answer<typeof startVisitorSession>;

export interface Visitor {
  /**
   * Returns the session of this page, started at the first call; `isNew` starts another, after a refusal or a new
   * identity.
   */
  session(isNew?: boolean): Promise<VisitorSession>;
  /**
   * Calls the server as this visitor. Throws `Refusal` for an answered refusal, anything else when the server could not
   * be reached.
   */
  call<T>(method: string, path: string, body?: object): Promise<T>;
  /** From now on the browser remembers the visitor: they have written something. */
  keep(): void;
  /** Ends this visitor: calls still under way leave no trace. */
  part(): void;
  /** Another tab has been given this token, by which all of this browser go on. */
  renewed(token: string): void;
  /** Ends their session on the server, also one that is only being started. */
  end(): void;
  /** Whether this browser has no token left that counts. Signing in, here or in another tab, replaces one. */
  isOver(): Promise<boolean>;
}

/** No answer for this long is none: a network that went away may leave a call hanging for minutes. */
const deadlineMs = 15_000;

/** Time for storage changes of one tab to reach the others, which run in other processes. */
const spreadMs = 300;

/**
 * Runs one session start at a time over all tabs, so that two which meet the server first at the same moment do not
 * become two visitors. Without storage there is nothing to agree on, and locks are forbidden as well.
 */
function inTurn<T>(host: string, step: () => Promise<T>): Promise<T> {
  if (!navigator.locks || !withStorage((storage) => storage)) return step();
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`${memoryKey(host)}:session`, { signal: AbortSignal.timeout(deadlineMs) }, async () => {
        resolve(await step());
        await new Promise((seen) => {
          setTimeout(seen, spreadMs);
          // A page in the back/forward cache may hold no lock.
          addEventListener('pagehide', seen, { once: true });
        });
      })
      .catch(reject);
  });
}

/** Returns the visitor's page without the fragment, which may hold secrets of the page. */
export const currentPage = (): { url: string; title: string } => ({
  url: location.href.replace(/#.*/, '').slice(0, 2000),
  title: document.title.slice(0, 300),
});

async function refusalOf(answer: Response): Promise<Refusal> {
  const problem: { code?: ErrorCode; detail?: string; localized?: { code: string } } = await answer
    .json()
    .catch(() => ({}));
  const retryAfterMs = Number(answer.headers.get('retry-after')) * 1000;
  return new Refusal(problem.code ?? 'unavailable', problem.detail ?? '', {
    ...(retryAfterMs && { retryAfterMs }),
    messageKey: problem.localized?.code,
  });
}

/** The visitor of this page at the installation `host`. Nothing is sent or stored before it is asked for. */
export function createVisitor(host: string, locale: string, user: () => ParleyUser | undefined): Visitor {
  let token = rememberedToken(host);
  let isKept = token !== null;
  let starting: Promise<VisitorSession> | undefined;

  function remember(): void {
    if (isKept) withStorage((storage) => storage.setItem(memoryKey(host), token ?? ''));
  }

  async function request<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(host + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (!answer.ok) throw await refusalOf(answer);
    return JSON.parse((await answer.text()) || 'null');
  }

  async function start(): Promise<VisitorSession> {
    // Another tab may have stored the visitor by now.
    token = rememberedToken(host) || token;
    const meet = (claimed?: ParleyUser): Promise<VisitorSession> =>
      request('POST', sessionPath, {
        page: { ...currentPage(), referrer: document.referrer.slice(0, 2000) },
        locale,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        // Pages say more than was asked.
        ...(claimed && {
          user: { email: claimed.email, name: claimed.name, hash: claimed.hash, attributes: claimed.attributes },
        }),
      });
    const started = await meet(user()).catch((error: unknown) => {
      // Pages say `email: ''` of who is not signed in: a user that makes no sense is none.
      if (!isRefusal(error) || error.code !== 'invalid') throw error;
      console.warn(`Parley: ${error.message}`);
      return meet();
    });
    token = started.token;
    remember();
    return started;
  }

  function session(isNew = false): Promise<VisitorSession> {
    if (isNew) starting = undefined;
    starting ??= inTurn(host, start).catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  }

  return {
    session,
    async call(method, path, body) {
      await session();
      return request(method, path, body);
    },
    keep() {
      isKept = true;
      // Never an older one over what another tab has been given.
      token = rememberedToken(host) || token;
      remember();
    },
    renewed(given) {
      token = given;
    },
    part() {
      isKept = false;
    },
    end() {
      const ended = () => token && endSession(host, token);
      (starting ?? Promise.reject()).then(ended, ended);
    },
    isOver: () =>
      // Behind a start under way in any tab.
      inTurn(host, async () => {
        token = rememberedToken(host) || token;
        return request('GET', `${messagesPath}?limit=1`).then(
          () => false,
          (error: unknown) => isRefusal(error) && error.code === 'signed_out',
        );
      }),
  };
}
