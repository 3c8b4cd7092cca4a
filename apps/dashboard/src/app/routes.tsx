import { lazy, Suspense } from 'react';
import { Route, Routes as Declared } from 'react-router-dom';
import { Guard, loadSignedIn } from './guard.tsx';
import { FullPageSpinner } from './full-page-spinner.tsx';

const loadOverview = () => import('../pages/overview-page.tsx');
const loadConversations = () => import('../pages/conversations-page.tsx');
const AuthPage = lazy(() => import('../pages/auth-page.tsx'));
const OverviewPage = lazy(loadOverview);
const ConversationsPage = lazy(loadConversations);
const ContactsPage = lazy(() => import('../pages/contacts-page.tsx'));
const ContactPage = lazy(() => import('../pages/contact-page.tsx'));
const WidgetPage = lazy(() => import('../pages/widget-page.tsx'));
const RepresentativesPage = lazy(() => import('../pages/representatives-page.tsx'));
const IntegrationsPage = lazy(() => import('../pages/integrations-page.tsx'));
const SettingsPage = lazy(() => import('../pages/settings-page.tsx'));
const DocumentationPage = lazy(() => import('../pages/documentation-page.tsx'));
const NotFoundPage = lazy(() => import('../pages/not-found-page.tsx'));

const firstScreens: Readonly<Record<string, () => Promise<unknown>>> = {
  '/': loadOverview,
  '/conversations': loadConversations,
};

/** Fetches what most people come for while it is asked who they are; else one would wait for the other. */
export function fetchFirstScreen(pathname: string): void {
  const load = firstScreens[pathname];
  // That a part is missing is told by the screen, which asks for it again.
  if (load) Promise.all([loadSignedIn(), load()]).catch(() => undefined);
}

/** Every screen: docs/product.md. All but the sign-in page are behind the guard, inside the layout. */
export function Routes() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Declared>
        <Route path="/auth" element={<AuthPage />} />
        <Route element={<Guard />}>
          <Route path="/" element={<OverviewPage />} />
          <Route path="/conversations" element={<ConversationsPage />} />
          <Route path="/contacts" element={<ContactsPage />} />
          <Route path="/contacts/:id" element={<ContactPage />} />
          <Route path="/widget" element={<WidgetPage />} />
          <Route path="/representatives" element={<RepresentativesPage />} />
          <Route path="/integrations" element={<IntegrationsPage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/docs/integrations" element={<DocumentationPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Declared>
    </Suspense>
  );
}
