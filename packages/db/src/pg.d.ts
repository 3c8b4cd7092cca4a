/** What pg has and its types do not say. */
import 'pg';

declare module 'pg' {
  interface Connection {
    /** The texts of the prepared statements of this connection, by name. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}
