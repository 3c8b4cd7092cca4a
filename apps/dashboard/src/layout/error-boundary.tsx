import { Button } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { layout } from '../i18n/en/layout.ts';

/** Shows words instead of a white page when a screen fails; going elsewhere (`place`) tries again. */
export class ErrorBoundary extends Component<{ place: string; children: ReactNode }, { failedAt: string | null }> {
  override state: { failedAt: string | null } = { failedAt: null };

  static getDerivedStateFromError() {
    return { failedAt: window.location.pathname };
  }

  override render() {
    if (this.state.failedAt !== this.props.place) return this.props.children;
    return (
      <div role="alert" style={{ height: '100%' }}>
        <EmptyState
          icon={TriangleAlert}
          title={layout('screenFailed')}
          action={<Button onClick={() => window.location.reload()}>{layout('reload')}</Button>}
        >
          {layout('nothingLost')}
        </EmptyState>
      </div>
    );
  }
}
