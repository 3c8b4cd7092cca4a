/** The user who has turned push notifications on in this browser: a colleague who signs in here gets none. */
const key = 'parley.push-user';

export const isPushUser = (userId: string): boolean => localStorage.getItem(key) === userId;

/** Remembers the user; null once notifications are off. */
export function rememberPushUser(userId: string | null): void {
  if (userId === null) localStorage.removeItem(key);
  else localStorage.setItem(key, userId);
}
