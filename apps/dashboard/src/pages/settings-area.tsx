import { Suspense } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { settingsEntries } from '../domain/settings/entries.ts';
import { useRevealedSetting } from '../domain/settings/reveal.ts';
import { LeaveQuestion } from '../features/settings-column/leave-question.tsx';
import { SettingsColumn } from '../features/settings-column/settings-column.tsx';
import { useRights } from '../forms/permissions.ts';
import { FullPageSpinner } from '../loading/full-page-spinner.tsx';
import { useMedia } from '../ui/media.ts';
import styles from './settings-area.module.css';

/**
 * The screens of the settings beside their column; on phones the column is a screen of its own, at /settings.
 * `/settings/<entry>` leads to the entry, wherever it is.
 */
export default function SettingsArea() {
  const { pathname, search } = useLocation();
  const { entry: wanted } = useParams();
  const isNarrow = useMedia('(max-width: 1023px)');
  const rights = useRights();
  useRevealedSetting();
  const entry = wanted === undefined ? undefined : settingsEntries(rights).find(({ id }) => id === wanted);
  if (entry) return <Navigate to={entry.to} replace />;
  const isList = isNarrow && pathname === '/settings' && search === '';
  return (
    <div className={styles.area}>
      <LeaveQuestion />
      {(!isNarrow || isList) && <SettingsColumn isScreen={isList} />}
      {!isList && (
        <div className={styles.content}>
          <Suspense fallback={<FullPageSpinner />}>
            <Outlet />
          </Suspense>
        </div>
      )}
    </div>
  );
}
