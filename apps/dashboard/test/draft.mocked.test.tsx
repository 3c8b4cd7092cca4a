// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type Draft, useDraft } from '../src/forms/draft.ts';
import { forgetDrafts } from '../src/ui/kept-edits.ts';

const me = { id: 'ada' };
vi.mock('../src/auth/auth.tsx', () => ({ useMe: () => me }));
afterEach(() => {
  me.id = 'ada';
  forgetDrafts();
});

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

interface Fields {
  name: string;
  email: string;
}

it('keeps what was edited while it was being saved', () => {
  let draft!: Draft<Fields>;
  function Form() {
    draft = useDraft<Fields>('profile', { name: 'Ada', email: 'ada@example.com' });
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

/** Shows the form and unmounts it; returns its draft from that time. */
function lookAt(edit?: (draft: Draft<Fields>) => void): Draft<Fields> {
  let draft!: Draft<Fields>;
  function Form() {
    draft = useDraft<Fields>('profile', { name: 'Ada', email: 'ada@example.com' });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Form />));
  if (edit) act(() => edit(draft));
  act(() => root.unmount());
  return draft;
}

it('keeps what was edited over a look at another screen, until it is discarded', () => {
  lookAt(({ set }) => set({ name: 'Ada Moreau' }));
  expect(lookAt().value).toEqual({ name: 'Ada Moreau', email: 'ada@example.com' });
  expect(lookAt(({ reset }) => reset()).isDirty).toBe(false);
  expect(lookAt().value.name).toBe('Ada');
});

it('keeps it for the person who edited, and for nobody after they have signed out', () => {
  lookAt(({ set }) => set({ name: 'Ada Moreau' }));
  me.id = 'ben';
  expect(lookAt().isDirty).toBe(false);
  me.id = 'ada';
  expect(lookAt().isDirty).toBe(true);
  forgetDrafts();
  expect(lookAt().isDirty).toBe(false);
});

it('has the browser ask before an unsaved edit is lost with the page, and only then', () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  lookAt(({ set }) => set({ name: 'Ada Moreau' }));
  expect(isAsked()).toBe(true);
  lookAt(({ settle }) => settle({ name: 'Ada Moreau' }));
  expect(isAsked()).toBe(false);
});
