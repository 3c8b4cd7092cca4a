import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { notifications as words } from '../../i18n/en/notifications.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { NotificationList } from './notification-list.tsx';

/** Number of notifications that the dialog shows; the page has more. */
const shown = 30;

/** Shows the newest notifications over the screen. */
export default function NotificationsDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame
      title={words('title')}
      isLong
      onClose={onClose}
      footer={
        <>
          <Button asChild size="sm" variant="ghost">
            <Link to="/settings?tab=notifications" onClick={onClose}>
              {words('settings')}
            </Link>
          </Button>
          <Button asChild size="sm" variant="outline">
            <Link to="/notifications" onClick={onClose}>
              {words('seeAll')}
            </Link>
          </Button>
        </>
      }
    >
      <NotificationList heading="h3" limit={shown} onLeave={onClose} />
    </DialogFrame>
  );
}
