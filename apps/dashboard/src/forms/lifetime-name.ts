import { settingsWords } from '../i18n/en/settings.ts';

/** Names how long a session lasts, such as `8h` or `7d`; `never` has no limit. */
export function lifetimeName(lifetime: string): string {
  if (lifetime === 'never') return settingsWords('noLimit');
  const count = Number.parseInt(lifetime, 10);
  return lifetime.endsWith('d') ? settingsWords('days', { count }) : settingsWords('hoursLong', { count });
}
