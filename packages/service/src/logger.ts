/** JSON logs on standard output that hold no secret and no personal data. */
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

/** Logger of a process. `child({ … })` adds fields to every line. */
export type Logger = PinoLogger;

export interface LoggerOptions {
  /** Which process speaks: `api`, `realtime`, `worker`. */
  service: string;
  level?: string;
  /** Destination of the lines; standard output by default. */
  destination?: DestinationStream;
}

/** Fields with values that never reach a log line, at any depth, whatever the case and separators of their names. */
const hiddenNames =
  /^(authorization|proxyauthorization|cookie|setcookie|.*passw(or)?d|.*secret|.*token|.*apikey|.*email|emails|emailaddress|content|body|html|text|subject|customername|sendername|username|profileimageurl|avatarurl|ip|remoteaddress|webhookurl|databaseurl|redisurl|smtpuser|q|hash|signature)$/;

const hidden = '[hidden]';

/** Emails, signed tokens, API keys and credentials in URLs that found their way into a sentence, such as a driver's error. */
const sensitiveText =
  /[\w.+%-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+|\bparley_[0-9a-z]{20,}|\beyJ[\w-]+\.[\w-]+\.[\w-]+|(?<=\b[a-z+]{2,12}:\/\/)[^\s/@"']{1,256}(?=@)/gi;

const maximumDepth = 6;

/** A copy of `value` without secrets and personal data; class instances other than errors are left to the serialisers. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth >= maximumDepth) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? redactFields({ ...value }, depth) : value;
}

function redactFields(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    copy[name] = isHidden(name) ? hidden : redact(value, depth + 1);
  }
  return copy;
}

/** Decisions per field name, shared because every request has a log of its own. */
const knownNames = new Map<string, boolean>();
const knownNamesMax = 1_000;

function isHidden(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const found = hiddenNames.test(name.replaceAll(/[-_]/g, '').toLowerCase());
  if (knownNames.size < knownNamesMax) knownNames.set(name, found);
  return found;
}

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: unknown;
  cause?: LoggedError;
}

/** An error without the fields drivers hang on it: Postgres puts row values into `detail`, HTTP clients whole requests. */
function loggedError(error: Error, depth = 0): LoggedError {
  const logged: LoggedError = { type: error.name, message: error.message };
  if (error.stack !== undefined) logged.stack = error.stack;
  if ('code' in error) logged.code = error.code;
  if (error.cause instanceof Error && depth < 3) logged.cause = loggedError(error.cause, depth + 1);
  return logged;
}

/** Maximum number of bytes that wait while the disk is full; further lines are lost. */
const waitingMax = 1024 * 1024;

/**
 * Written at once: a line about the end of the process must be out, and in order, before it ends. That it can't be written
 * (a full disk, a reader that is gone) harms the log and nothing else: it is tried again with the next line.
 */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: waitingMax });
  let lost = 0;
  destination.on('drop', () => (lost += 1));
  destination.on('error', () => {});
  destination.on('drain', () => {
    if (lost === 0) return;
    const level = 'warn';
    const line = {
      level,
      time: new Date().toISOString(),
      pid: process.pid,
      msg: `${lost} lines of this log are missing`,
    };
    lost = 0;
    destination.write(`${JSON.stringify(line)}\n`);
  });
  return destination;
}

const serializeError = (error: unknown): unknown => (error instanceof Error ? loggedError(error) : redact(error));

/**
 * The log of one process. Whole requests and replies (`req`, `res`) are left out; what matters of them has fields.
 * Secrets, mail addresses, names and message contents are removed by field name at any depth,
 * and addresses and tokens inside sentences by their look.
 *
 * @example const log = createLogger({ service: 'api', level: config.LOG_LEVEL })
 * log.info({ conversationId }, 'conversation closed')
 */
export function createLogger({ service, level = 'info', destination = standardOutput() }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redactFields(fields),
    },
    serializers: { err: serializeError, error: serializeError, req: () => undefined, res: () => undefined },
    hooks: { streamWrite: (line: string) => line.replaceAll(sensitiveText, hidden) },
  };
  const log = pino(options, destination);
  // The fields of a child are written by pino as they are; its own children inherit this `child` from it.
  log.child = new Proxy<Logger['child']>(Reflect.get(log, 'child'), {
    apply: (child, self, [fields, childOptions]) => Reflect.apply(child, self, [redactFields(fields), childOptions]),
  });
  return log;
}
