type Listener = (event: PopStateEvent) => void;
let guard: Listener | null = null;

/**
 * Starts to listen to the browser's Back and Forward. Called before the router is rendered: browsers call the window's
 * listeners of `popstate` in the order in which they were added, capturing or not.
 */
export function listenToBack(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** Calls `listener` before the router, which it can keep from following, until the returned function is called. */
export function guardBack(listener: Listener): () => void {
  guard = listener;
  return () => {
    if (guard === listener) guard = null;
  };
}
