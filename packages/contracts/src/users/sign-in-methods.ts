/**
 * Ways in which a session can begin. Apart from the schemas: the dashboard's first script would load them all with it.
 */
export const signInMethods = ['password', 'passkey', 'oidc', 'registration', 'invitation', 'reset'] as const;
