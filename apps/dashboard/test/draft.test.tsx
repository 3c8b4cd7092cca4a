import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type Draft, useDraft } from '../src/forms/draft.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

interface Fields {
  name: string;
  email: string;
}

it('keeps what was edited while it was being saved', () => {
  let draft!: Draft<Fields>;
  function Form() {
    draft = useDraft<Fields>({ name: 'Ada', email: 'ada@example.com' });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Form />));
  act(() => draft.set({ name: 'Ada M', email: 'ada@example.org' }));
  const sent = draft.edits;
  act(() => draft.set({ name: 'Ada Moreau' }));
  act(() => draft.settle(sent));
  expect(draft.edits).toEqual({ name: 'Ada Moreau' });
  act(() => root.unmount());
});
