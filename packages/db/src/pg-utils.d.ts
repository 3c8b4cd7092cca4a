declare module 'pg/lib/utils.js' {
  interface Utilities {
    /** A value as Postgres is sent it. */
    prepareValue(value: unknown): string | Buffer | null;
  }
  const utils: Utilities;
  export default utils;
}
