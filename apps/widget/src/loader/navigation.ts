/** Notices that a single-page site shows another page. A change of the fragment is none. */

/**
 * Calls `changed` after every navigation that keeps the document. Uses the Navigation API where there is one; elsewhere
 * the history calls are wrapped so that the page's own results and errors pass through untouched.
 */
export function onNavigation(changed: () => void): void {
  if ('navigation' in window) {
    window.navigation.addEventListener('currententrychange', changed);
    return;
  }
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function wrapped(...call) {
      original.apply(this, call);
      queueMicrotask(changed);
    };
  }
  addEventListener('popstate', changed);
}
