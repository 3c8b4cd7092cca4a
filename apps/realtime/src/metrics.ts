/** What the gateway tells about itself. Counted in plain fields, since frames are too many for anything dearer. */
import type { Metrics } from '@parley/service/metrics';

export interface Figures {
  framesIn: number;
  framesOut: number;
  bytesOut: number;
  /** Events that reached this node, each serialised once however many sockets it goes to. */
  events: number;
  malformed: number;
  limited: number;
  /** Sockets closed by us, by close code. */
  readonly closed: Map<number, number>;
  /** From storing a message to writing it to the first socket here, in milliseconds. */
  delivered(milliseconds: number): void;
}

/** What is asked for at a scrape. */
export interface Gauges {
  staff(): number;
  visitors(): number;
  rooms(): number;
  bufferedBytes(): number;
}

/** Registers the gateway's figures and answers the fields to count in. */
export function createFigures(metrics: Metrics, gauges: Gauges): Figures {
  const latency = metrics.histogram(
    'realtime_send_to_deliver_seconds',
    'From storing a message to writing it to sockets',
  );
  const figures: Figures = {
    framesIn: 0,
    framesOut: 0,
    bytesOut: 0,
    events: 0,
    malformed: 0,
    limited: 0,
    closed: new Map(),
    delivered: (milliseconds) => latency.observe(Math.max(0, milliseconds) / 1000),
  };
  metrics.gauge('realtime_connections', 'Open sockets by kind', ['kind'], (gauge) => {
    gauge.set({ kind: 'staff' }, gauges.staff());
    gauge.set({ kind: 'visitor' }, gauges.visitors());
  });
  metrics.gauge('realtime_rooms', 'Conversations this node listens to', [], (gauge) => gauge.set(gauges.rooms()));
  metrics.gauge('realtime_buffered_bytes', 'Bytes written that slow readers have not taken', [], (gauge) =>
    gauge.set(gauges.bufferedBytes()),
  );
  const totals = {
    frames_in: () => figures.framesIn,
    frames_out: () => figures.framesOut,
    bytes_out: () => figures.bytesOut,
    events: () => figures.events,
    malformed_frames: () => figures.malformed,
    limited_frames: () => figures.limited,
  };
  for (const [name, read] of Object.entries(totals)) {
    metrics.counter(`realtime_${name}_total`, `Since the start: ${name.replace('_', ' ')}`, [], (total) =>
      total({}, read()),
    );
  }
  metrics.counter('realtime_closed_total', 'Sockets closed by the gateway, by close code', ['code'], (total) => {
    for (const [code, count] of figures.closed) total({ code: String(code) }, count);
  });
  return figures;
}
