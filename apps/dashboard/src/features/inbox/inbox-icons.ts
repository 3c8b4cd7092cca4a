import {
  AlarmClock,
  AtSign,
  Bell,
  CircleCheck,
  CircleDashed,
  Hourglass,
  Inbox as InboxIcon,
  type LucideIcon,
  MessagesSquare,
  ShieldAlert,
  Timer,
  UserRound,
  Users,
} from 'lucide-react';
import type { InboxFilter } from './filters.ts';
import { isNamed, type NamedList } from './inboxes.ts';

const icons: Record<NamedList, LucideIcon> = {
  open: InboxIcon,
  mine: UserRound,
  unassigned: CircleDashed,
  waiting: Hourglass,
  due: Timer,
  snoozed: AlarmClock,
  following: Bell,
  all: MessagesSquare,
  closed: CircleCheck,
  spam: ShieldAlert,
};

export const MentionsIcon = AtSign;

export const inboxIcon = (filter: InboxFilter): LucideIcon => (isNamed(filter) ? icons[filter] : Users);
