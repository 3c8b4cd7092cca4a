/**
 * Removes the recording position from films, sounds and HEIC photos: ISO base media files (ISO/IEC 14496-12) and
 * QuickTime movies. Positions are overwritten with zeros in place, and their boxes become `free`, so that every offset
 * in the file stays valid.
 */

/** Types of files that consist of such boxes. */
const types = new Set(['video/mp4', 'video/quicktime', 'audio/mp4', 'audio/x-m4a', 'image/heic', 'image/heif']);

interface Box {
  type: string;
  /** Offsets of the box, of its content, and of the end of both. */
  start: number;
  content: number;
  end: number;
}

const deepest = 8;
/** Boxes that hold boxes. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'udta', 'meta', 'ilst', 'moof', 'traf']);
/** `©xyz`, `©loc`, 3GPP's `loci`, and the telemetry of action cameras. */
const positions = new Set(['\u00a9xyz', '\u00a9loc', 'loci', 'gps ', 'GPMF', 'camm', 'XMP_']);
/** The XMP packet, as Adobe's programs write it. */
const xmpId = 'be7acfcb97a942e89c71999491e3afac';
/** Keys of QuickTime metadata and names of iTunes items such as `com.apple.quicktime.location.ISO6709`. */
const positionKey = /location|gps|iso6709/i;
/** Samples of tracks that record where the camera is: GoPro, Android, Apple, Sony. */
const positionTracks = new Set(['gpmd', 'camm', 'mebx', 'rtmd']);

/** Overwrites positions in a file of this type. Returns whether there were any. */
export function removePosition(file: Buffer, type: string): boolean {
  if (!types.has(type)) return false;
  const remover = new Remover(file);
  remover.visit(0, file.length, 0);
  return remover.hasRemoved;
}

class Remover {
  readonly #file: Buffer;
  hasRemoved = false;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** The boxes between two offsets; one that claims to go further ends there. */
  *#boxes(from: number, to: number): Generator<Box> {
    for (let start = from; start + 8 <= to; ) {
      let size = this.#file.readUInt32BE(start);
      let content = start + 8;
      if (size === 1 && start + 16 <= to) {
        size = Number(this.#file.readBigUInt64BE(start + 8));
        content = start + 16;
      } else if (size === 0) size = to - start;
      if (size < content - start) return;
      const end = Math.min(to, start + size);
      yield { type: this.#file.toString('latin1', start + 4, start + 8), start, content, end };
      start = end;
    }
  }

  visit(from: number, to: number, depth: number): void {
    for (const box of this.#boxes(from, to)) {
      if (positions.has(box.type) || this.#isXmp(box)) this.#free(box);
      else if (box.type === 'trak' && this.#isPositionTrack(box)) this.#freeTrack(box);
      else if (box.type === '----' && positionKey.test(this.#textOf(box))) this.#free(box);
      else if (containers.has(box.type) && depth < deepest) {
        const content = this.#childrenOf(box);
        this.visit(content, box.end, depth + 1);
        if (box.type === 'meta') this.#visitMeta({ ...box, content });
      }
    }
  }

  #free({ start, content, end }: Box): void {
    this.#file.write('free', start + 4, 'latin1');
    this.#zero(content, end);
  }

  #zero(from: number, to: number): void {
    this.#file.fill(0, Math.min(from, this.#file.length), Math.min(to, this.#file.length));
    this.hasRemoved = true;
  }

  #isXmp = ({ type, content }: Box): boolean =>
    type === 'uuid' && this.#file.toString('hex', content, content + 16) === xmpId;

  #textOf = ({ content, end }: Box): string => this.#file.toString('latin1', content, Math.min(end, content + 4096));

  /** `meta` has a version before its children, but not in QuickTime. */
  #childrenOf({ type, content, end }: Box): number {
    if (type !== 'meta') return content;
    const isBare = content + 8 <= end && this.#file.toString('latin1', content + 4, content + 8) === 'hdlr';
    return isBare ? content : Math.min(end, content + 4);
  }

  #child({ content, end }: Box, ...path: string[]): Box | undefined {
    const [type, ...rest] = path;
    for (const box of this.#boxes(content, end)) {
      if (box.type === type) return rest.length === 0 ? box : this.#child(box, ...rest);
    }
    return undefined;
  }

  #visitMeta(meta: Box): void {
    this.#freeKeys(meta);
    this.#zeroItems(meta);
  }

  /** QuickTime metadata: `keys` names the entries of `ilst`, numbered from 1. */
  #freeKeys(meta: Box): void {
    const keys = this.#child(meta, 'keys');
    const list = this.#child(meta, 'ilst');
    if (!keys || !list) return;
    const named = new Set<number>();
    let number = 0;
    for (const key of this.#boxes(keys.content + 8, keys.end)) {
      number += 1;
      if (positionKey.test(this.#textOf(key))) named.add(number);
    }
    for (const item of this.#boxes(list.content, list.end)) {
      if (named.has(this.#file.readUInt32BE(item.start + 4))) this.#free(item);
    }
  }

  /** Removes the Exif and XMP items of a HEIC photo; its rotation is stored elsewhere (`irot`). */
  #zeroItems(meta: Box): void {
    const information = this.#child(meta, 'iinf');
    const locations = this.#child(meta, 'iloc');
    if (!information || !locations) return;
    const ids = new Set(this.#cameraItems(information));
    if (ids.size === 0) return;
    const data = this.#child(meta, 'idat');
    for (const { id, method, extents } of this.#itemLocations(locations)) {
      if (!ids.has(id)) continue;
      const base = method === 1 ? (data?.content ?? this.#file.length) : 0;
      for (const { offset, length } of extents) {
        this.#zero(base + offset, length === 0 ? this.#file.length : base + offset + length);
      }
    }
  }

  *#cameraItems({ content, end }: Box): Generator<number> {
    const isShort = this.#file[content] === 0;
    for (const entry of this.#boxes(content + (isShort ? 6 : 8), end)) {
      const version = this.#file[entry.content] ?? 0;
      if (entry.type !== 'infe' || version < 2 || entry.content + 12 > entry.end) continue;
      const reader = new Reader(this.#file, entry.content + 4, entry.end);
      const id = reader.number(version === 2 ? 2 : 4);
      reader.number(2);
      const rest = this.#file.toString('latin1', reader.at, entry.end);
      if (rest.startsWith('Exif') || /^mime[^]*rdf\+xml/.test(rest)) yield id;
    }
  }

  *#itemLocations({ content, end }: Box): Generator<{
    id: number;
    method: number;
    extents: { offset: number; length: number }[];
  }> {
    const version = this.#file[content] ?? 0;
    const reader = new Reader(this.#file, content + 4, end);
    const sizes = reader.number(2);
    const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15];
    const [baseSize, indexSize] = [(sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
    const count = reader.number(version === 2 ? 4 : 2);
    for (let item = 0; item < count && !reader.isAtEnd; item += 1) {
      const id = reader.number(version === 2 ? 4 : 2);
      const method = version > 0 ? reader.number(2) & 15 : 0;
      reader.number(2);
      const base = reader.number(baseSize);
      const extentCount = reader.number(2);
      const extents = [];
      for (let extent = 0; extent < extentCount && !reader.isAtEnd; extent += 1) {
        reader.number(indexSize);
        extents.push({ offset: base + reader.number(offsetSize), length: reader.number(lengthSize) });
      }
      yield { id, method, extents };
    }
  }

  #isPositionTrack(track: Box): boolean {
    const description = this.#child(track, 'mdia', 'minf', 'stbl', 'stsd');
    const start = description && description.content + 12;
    return start !== undefined && positionTracks.has(this.#file.toString('latin1', start, start + 4));
  }

  /** Overwrites every sample of a track, and then its description. */
  #freeTrack(track: Box): void {
    const table = this.#child(track, 'mdia', 'minf', 'stbl');
    if (table) for (const { start, end } of this.#samples(table)) this.#zero(start, end);
    this.#free(track);
  }

  /** Returns the ranges of a track's chunks; a chunk is as long as its samples. */
  *#samples(table: Box): Generator<{ start: number; end: number }> {
    const sizes = this.#child(table, 'stsz');
    const runs = this.#child(table, 'stsc');
    const short = this.#child(table, 'stco');
    const chunks = short ?? this.#child(table, 'co64');
    if (!sizes || !runs || !chunks) return;
    const size = new Reader(this.#file, sizes.content + 4, sizes.end);
    const [same, samples] = [size.number(4), size.number(4)];
    const run = new Reader(this.#file, runs.content + 8, runs.end);
    const chunk = new Reader(this.#file, chunks.content + 4, chunks.end);
    const chunkCount = chunk.number(4);
    let perChunk = 0;
    let nextRun = run.isAtEnd ? Infinity : run.number(4);
    let left = samples;
    for (let number = 1; number <= chunkCount && !chunk.isAtEnd && left > 0; number += 1) {
      while (number >= nextRun) {
        perChunk = run.number(4);
        run.number(4);
        nextRun = run.isAtEnd ? Infinity : Math.max(nextRun + 1, run.number(4));
      }
      const start = chunk.number(short ? 4 : 8);
      const here = Math.min(perChunk, left);
      left -= here;
      let length = same * here;
      if (same === 0) for (let sample = 0; sample < here && !size.isAtEnd; sample += 1) length += size.number(4);
      if (length > 0) yield { start, end: start + length };
    }
  }
}

/** Reads numbers one behind the other; zeros beyond the end. */
class Reader {
  readonly #file: Buffer;
  readonly #end: number;
  at: number;

  constructor(file: Buffer, at: number, end: number) {
    this.#file = file;
    this.at = at;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#end;
  }

  number(bytes: number): number {
    let value = 0;
    for (let at = this.at; at < this.at + bytes; at += 1)
      value = value * 256 + (at < this.#end ? (this.#file[at] ?? 0) : 0);
    this.at += bytes;
    return value;
  }
}
