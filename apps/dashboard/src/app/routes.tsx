import { lazy, Suspense } from 'react';
import { Route, Routes as Declared } from 'react-router-dom';
import { Guard } from './guard.tsx';
import { FullPageSpinner } from './full-page-spinner.tsx';

const AuthPage = lazy(() => import('../pages/auth-page.tsx'));
const OverviewPage = lazy(() => import('../pages/overview-page.tsx'));
const ConversationsPage = lazy(() => import('../pages/conversations-page.tsx'));
const WidgetPage = lazy(() => import('../pages/widget-page.tsx'));
const RepresentativesPage = lazy(() => import('../pages/representatives-page.tsx'));
const IntegrationsPage = lazy(() => import('../pages/integrations-page.tsx'));
const SettingsPage = lazy(() => import('../pages/settings-page.tsx'));
const DocumentationPage = lazy(() => import('../pages/documentation-page.tsx'));
const NotFoundPage = lazy(() => import('../pages/not-found-page.tsx'));

/** Every screen: docs/product.md. All but the sign-in page are behind the guard, inside the layout. */
export function Routes() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Declared>
        <Route path="/auth" element={<AuthPage />} />
        <Route element={<Guard />}>
          <Route path="/" element={<OverviewPage />} />
          <Route path="/conversations" element={<ConversationsPage />} />
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
