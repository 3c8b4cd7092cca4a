import { registration } from '@parley/contracts/routes/auth';
import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Route, Routes as Declared } from 'react-router-dom';
import { read } from '../api/read.ts';
import { currentUserRead } from '../auth/auth.tsx';
import { FullPageSpinner } from '../loading/full-page-spinner.tsx';
import { Guard, signedIn } from './guard.tsx';
import { part } from '../loading/part.tsx';

const auth = part(() => import('../pages/auth-page.tsx'));
const overview = part(() => import('../pages/overview-page.tsx'));
const conversations = part(() => import('../pages/conversations-page.tsx'));
const companies = part(() => import('../pages/companies-page.tsx'));
const company = part(() => import('../pages/company-page.tsx'));
const contacts = part(() => import('../pages/contacts-page.tsx'));
const visitors = part(() => import('../pages/visitors-page.tsx'));
const notifications = part(() => import('../pages/notifications-page.tsx'));
const bulkMessages = part(() => import('../pages/bulk-messages-page.tsx'));
const bulkMessage = part(() => import('../pages/bulk-message-page.tsx'));
const contact = part(() => import('../pages/contact-page.tsx'));
const knowledge = part(() => import('../pages/knowledge-page.tsx'));
const article = part(() => import('../pages/article-page.tsx'));
const widget = part(() => import('../pages/widget-page.tsx'));
const representatives = part(() => import('../pages/representatives-page.tsx'));
const integrations = part(() => import('../pages/integrations-page.tsx'));
const reports = part(() => import('../pages/reports-page.tsx'));
const reviews = part(() => import('../pages/reviews-page.tsx'));
const wallboard = part(() => import('../pages/wallboard-page.tsx'));
const settings = part(() => import('../pages/settings-page.tsx'));
const settingsArea = part(() => import('../pages/settings-area.tsx'));
const documentation = part(() => import('../pages/documentation-page.tsx'));
const proven = part(() => import('../pages/proven-page.tsx'));
const notFound = part(() => import('../pages/not-found-page.tsx'));

/** Milliseconds to wait for data that a screen can do without. */
const patienceMs = 1_500;
const inTime = (reads: Promise<unknown>): Promise<unknown> =>
  Promise.race([reads, new Promise((resolve) => setTimeout(resolve, patienceMs))]);

/** Most used screens: loads their code and the data for the first look. */
const firstScreens: Readonly<Record<string, (client: QueryClient, search: string) => Promise<unknown>>> = {
  '/': async () => overview.load(),
  '/conversations': async (client, search) => {
    const { prepare } = await conversations.load();
    await inTime(prepare(client, search));
  },
};

const signIn = (client: QueryClient): Promise<unknown> =>
  Promise.all([auth.load(), inTime(client.prefetchQuery(read(registration, {})))]);

/**
 * Loads the screen of an address in parallel with the current user. Resolves when it can render completely. The screen
 * itself shows missing data, and reads it again.
 */
export async function fetchFirstScreen(client: QueryClient, { pathname, search }: Location): Promise<void> {
  const screen = firstScreens[pathname];
  const whole = screen && Promise.allSettled([signedIn.load(), screen(client, search)]);
  const ready = client.fetchQuery(currentUserRead).then((user) => (user ? whole : signIn(client)));
  // Other screens wait with a blank page only for a short time: then a spinner is shown.
  await (screen || pathname === '/auth' ? ready : inTime(ready));
}

/** Every screen: docs/product.md. All but the sign-in page are behind the guard, inside the layout. */
export function Routes() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Declared>
        <Route path="/auth" element={<auth.Part />} />
        <Route path="/proven" element={<proven.Part />} />
        <Route element={<Guard />}>
          <Route path="/" element={<overview.Part />} />
          <Route path="/reports/:report?" element={<reports.Part />} />
          <Route path="/reviews" element={<reviews.Part />} />
          <Route path="/wallboard" element={<wallboard.Part />} />
          <Route path="/conversations" element={<conversations.Part />} />
          <Route path="/notifications" element={<notifications.Part />} />
          <Route path="/companies" element={<companies.Part />} />
          <Route path="/companies/:id" element={<company.Part />} />
          <Route path="/visitors" element={<visitors.Part />} />
          <Route path="/contacts" element={<contacts.Part />} />
          <Route path="/contacts/messages" element={<bulkMessages.Part />} />
          <Route path="/contacts/messages/:id" element={<bulkMessage.Part />} />
          <Route path="/contacts/:id" element={<contact.Part />} />
          <Route path="/knowledge" element={<knowledge.Part />} />
          <Route path="/knowledge/:id" element={<article.Part />} />
          <Route element={<settingsArea.Part />}>
            <Route path="/widget" element={<widget.Part />} />
            <Route path="/representatives" element={<representatives.Part />} />
            <Route path="/integrations" element={<integrations.Part />} />
            <Route path="/settings" element={<settings.Part />} />
            <Route path="/settings/:entry" element={<notFound.Part />} />
          </Route>
          <Route path="/docs/integrations" element={<documentation.Part />} />
          <Route path="*" element={<notFound.Part />} />
        </Route>
      </Declared>
    </Suspense>
  );
}
