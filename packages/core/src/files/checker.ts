/** Files of strangers are looked into by a process of their own (`limited-process.ts`). */
import path from 'node:path';
import type { ActiveContent, FileKind, RefusalReason } from '@parley/contracts/attachments';
import { createLimitedProcesses } from '../limited-process.ts';
import type { MadePicture, Thumbnails } from './pictures.ts';

export interface CheckTask {
  file: string;
  /** As it is called; decides nothing but which kind of text it is. */
  name: string;
  kinds: readonly FileKind[];
  /** Where what is made of it is written to: `original`, and of a picture `small` and `large`. */
  folder: string;
}

export interface DrawTask {
  pdf: string;
  /** Where its first page is written to, as `small` and `large`. */
  folder: string;
}

export type CheckAnswer =
  | {
      outcome: 'ready';
      type: string;
      kind: FileKind;
      picture: MadePicture | null;
      /** Whether `original` is to be kept in place of the file. */
      isChanged: boolean;
      activeContent: ActiveContent[];
    }
  | { outcome: 'refused'; reason: RefusalReason };

export interface FileChecker {
  /** What the file is. Whatever makes the process end, or takes too long, is refused. */
  check(task: CheckTask): Promise<CheckAnswer>;
  /** The first page of a PDF; null where it cannot be drawn. Whatever makes the process end, or takes too long, cannot. */
  drawFirstPage(task: DrawTask): Promise<Thumbnails | null>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** A photo of 50 megapixels takes some seconds. */
const timeoutMs = 60_000;
/** A page of a PDF mostly takes half a second; the file waits for it. */
const drawTimeoutMs = 20_000;

/** Beside this file: as it is here, or as `deploy/images/bundle.mjs` has made it. */
const program = path.join(import.meta.dirname, `checker-process${path.extname(import.meta.filename)}`);

export interface FileCheckerOptions {
  timeoutMs?: number;
  /** Another program for the process. */
  program?: string;
}

/** One process is kept for the next file; files looked into at the same time have one each. */
export function createFileChecker(options: FileCheckerOptions = {}): FileChecker {
  const processes = createLimitedProcesses(options.program ?? program);
  return {
    check: async (task) =>
      (await processes.ask<CheckAnswer>({ ...task }, options.timeoutMs ?? timeoutMs)) ?? {
        outcome: 'refused',
        reason: 'unreadable',
      },
    drawFirstPage: (task) => processes.ask<Thumbnails>({ ...task }, options.timeoutMs ?? drawTimeoutMs),
    close: () => processes.close(),
  };
}
