/** Test files share one page: each leaves it empty and without focus, or the next finds the chat of another. */
import { afterAll } from 'vitest';

afterAll(() => {
  if (typeof document === 'undefined') return;
  document.body.replaceChildren();
});
