/** Text and archives that become something else by their name, or by the program that opens them. */
import { endingOf } from '@parley/contracts/messages/file-name';
import { isProgramName } from '@parley/contracts/messages/program-names';
import { plainTextOf } from '../text/decode.ts';
import { typesOf } from './file-name.ts';
import { FileRefused } from './refusal.ts';

/** A picture in ImageMagick’s own language, which may read and write files. */
const pictureCommands =
  /^\s*(?:push\s+graphic-context|viewbox\s+\d|#\s*ImageMagick|id=ImageMagick|(?:msl|mvg|caption|label|ephemeral):(?:\/|@))/i;

/** Endings beyond our own types that no text has: a program would look into it by its ending, and find a list of addresses. */
const otherEndings = new Set('bmp ico tif tiff jfif svg mp2 mpg mpeg avi mkv wmv flv 3gp m4b wma'.split(' '));

const isText = (type: string): boolean => /^(?:text|message)\//.test(type);

/**
 * A file of another type gets an ending of its own, whichever name it came with.
 *
 * @throws FileRefused `program` for an ending that is run, `damaged` for text called a picture or the like, `unsafe`
 */
export function refuseDisguised(file: Buffer, type: string, name: string): void {
  if (!isText(type) && type !== 'application/zip') return;
  if (isProgramName(name)) throw new FileRefused('program');
  if (!isText(type)) return;
  const ending = endingOf(name);
  const isOther = otherEndings.has(ending) || typesOf(ending).some((each) => !isText(each));
  if (isOther) throw new FileRefused('damaged');
  if (pictureCommands.test(plainTextOf(file.subarray(0, 4096)) ?? '')) throw new FileRefused('unsafe');
}
