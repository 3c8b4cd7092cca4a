/** Files of strangers are looked into by a process of their own (`limited-process.ts`). */
import path from 'node:path';
import type { ActiveContent, FileKind, RefusalReason } from '@parley/contracts/messages/attachments';
import { createLimitedProcesses } from '../processes/limited-process.ts';
import type { MadePicture, Thumbnails } from './pictures.ts';

export interface CheckTask {
  file: string;
  /** File name, used only to tell kinds of text apart. */
  name: string;
  kinds: readonly FileKind[];
  /** Folder for the results: `original`, and for pictures `small` and `large`. */
  folder: string;
}

export interface DrawTask {
  pdf: string;
  /** Folder for the pictures of the first page, `small` and `large`. */
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
  /** Returns the file's type. Files that crash the process or take too long are refused. */
  check(task: CheckTask): Promise<CheckAnswer>;
  /** The first page of a PDF; null where it cannot be drawn. Whatever makes the process end, or takes too long, cannot. */
  drawFirstPage(task: DrawTask): Promise<Thumbnails | null>;
  /** Ends the running tasks. */
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

/** Creates a checker. One process is reused for the next file; files checked at the same time have one each. */
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
