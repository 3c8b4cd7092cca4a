/** Declares a property of pg that its types lack. */
import 'pg';

declare module 'pg' {
  interface Connection {
    /** The texts of the prepared statements of this connection, by name. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}
