import type { Context } from '../context.ts';

/** Returns the address at which an invitation is accepted. */
export const invitationUrl = ({ publicUrl }: Pick<Context, 'publicUrl'>, token: string): string =>
  `${publicUrl}/auth?invite=${token}`;
