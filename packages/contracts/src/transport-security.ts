/**
 * The `Strict-Transport-Security` that everything of Parley says over HTTPS, and nothing over HTTP (RFC 6797, section
 * 7.2): the API, both fronts and their pages. Without `preload`: that list takes a domain in for all its owner has there
 * and lets it out after months, so the owner decides it.
 */
export const strictTransportSecurity = 'max-age=63072000; includeSubDomains';
