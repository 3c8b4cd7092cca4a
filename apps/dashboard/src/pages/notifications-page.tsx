import { Button } from '@chakra-ui/react';
import { notificationsPerPage } from '@parley/contracts/notifications/limits';
import { Link } from 'react-router-dom';
import { NotificationList } from '../features/notifications/notification-list.tsx';
import { notifications as words } from '../i18n/en/notifications.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

/** /notifications: the list of the bell, as a page. */
export default function NotificationsPage() {
  return (
    <Page
      title={words('title')}
      action={
        <Button asChild size="sm" variant="outline">
          <Link to="/settings?tab=notifications">{words('settings')}</Link>
        </Button>
      }
    >
      <Panel>
        <NotificationList heading="h2" limit={notificationsPerPage} />
      </Panel>
    </Page>
  );
}
