import type { Navigator, To } from 'react-router-dom';
import { guardBack } from '../../loading/back-guard.ts';

interface LeaveGuard {
  /** Returns true for a path that can be opened without asking. */
  isInside: (pathname: string) => boolean;
  /** Called with what leaves after all, once the user agrees. */
  ask: (leave: () => void) => void;
}

/** Returns true for a navigation that belongs to what the user has just done with the edits: `state: { keepsEdits: true }`. */
const keepsEdits = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepsEdits' in state && state.keepsEdits === true;

const pathOf = (to: To): string | undefined =>
  typeof to === 'string' ? to.replace(/[?#].*$/, '') || undefined : to.pathname;

/** Position of the page in the tab's history, as the router counts. */
function indexNow(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
}

/**
 * Asks before a link, a command or the browser's Back leads out, until the returned function is called. Back is undone
 * while the question is open.
 */
export function guardLeaving(navigator: Navigator, { isInside, ask }: LeaveGuard): () => void {
  const push = navigator.push.bind(navigator);
  const replace = navigator.replace.bind(navigator);
  let index = indexNow();
  let expected: 'nothing' | 'return' | 'leave' = 'nothing';
  const guarded =
    (go: Navigator['push']): Navigator['push'] =>
    (...to) => {
      const path = pathOf(to[0]);
      const goThere = () => {
        go(...to);
        index = indexNow();
      };
      if (path === undefined || isInside(path) || keepsEdits(to[1])) goThere();
      else ask(goThere);
    };
  const onPop = (event: PopStateEvent): void => {
    if (expected === 'return') event.stopImmediatePropagation();
    const isAnswered = expected !== 'nothing';
    expected = 'nothing';
    if (isAnswered) return;
    if (isInside(window.location.pathname)) {
      index = indexNow();
      return;
    }
    event.stopImmediatePropagation();
    const steps = index - indexNow() || 1;
    expected = 'return';
    window.history.go(steps);
    ask(() => {
      expected = 'leave';
      window.history.go(-steps);
    });
  };
  navigator.push = guarded(push);
  navigator.replace = guarded(replace);
  const endGuard = guardBack(onPop);
  return () => {
    navigator.push = push;
    navigator.replace = replace;
    endGuard();
  };
}
