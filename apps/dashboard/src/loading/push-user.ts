/** The user who has turned push notifications on in this browser: a colleague who signs in here gets none. */
const key = 'parley.push-user';

export const pushUser = (): string | null => localStorage.getItem(key);

export const isPushUser = (userId: string): boolean => pushUser() === userId;

/** Remembers the user; null once notifications are off. */
export function rememberPushUser(userId: string | null): void {
  if (userId === null) localStorage.removeItem(key);
  else localStorage.setItem(key, userId);
}
