/** Metrics of the gateway. Counted in plain fields, since frames are too many for anything dearer. */
import type { Metrics } from '@parley/service/metrics';

export interface GatewayMetrics {
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

/** Values read at a scrape. */
export interface Gauges {
  staff(): number;
  visitors(): number;
  visits(): number;
  rooms(): number;
  bufferedBytes(): number;
}

/** Registers the metrics of the gateway and answers the fields to count in. */
export function gatewayMetrics(metrics: Metrics, gauges: Gauges): GatewayMetrics {
  const latency = metrics.countingHistogram(
    'realtime_send_to_deliver_seconds',
    'Seconds from storing a message to writing it to the sockets of this node',
  );
  const counts: GatewayMetrics = {
    framesIn: 0,
    framesOut: 0,
    bytesOut: 0,
    events: 0,
    malformed: 0,
    limited: 0,
    closed: new Map(),
    delivered: (milliseconds) => latency.count(Math.max(0, milliseconds) / 1000),
  };
  metrics.gauge('realtime_connections', 'Open WebSocket connections by kind of caller', ['kind'], (gauge) => {
    gauge.set({ kind: 'staff' }, gauges.staff());
    gauge.set({ kind: 'visitor' }, gauges.visitors());
    gauge.set({ kind: 'visit' }, gauges.visits());
  });
  metrics.gauge('realtime_rooms', 'Conversations with at least one socket on this node', [], (gauge) =>
    gauge.set(gauges.rooms()),
  );
  metrics.gauge(
    'realtime_buffered_bytes',
    'Bytes written to sockets that slow clients have not read yet',
    [],
    (gauge) => gauge.set(gauges.bufferedBytes()),
  );
  const totals = {
    frames_in: () => counts.framesIn,
    frames_out: () => counts.framesOut,
    bytes_out: () => counts.bytesOut,
    events: () => counts.events,
    malformed_frames: () => counts.malformed,
    limited_frames: () => counts.limited,
  };
  for (const [name, read] of Object.entries(totals)) {
    metrics.counter(
      `realtime_${name}_total`,
      `Number of ${name.replaceAll('_', ' ')} since the process started`,
      [],
      (total) => total({}, read()),
    );
  }
  metrics.counter(
    'realtime_closed_total',
    'WebSocket connections closed by the gateway, by close code',
    ['code'],
    (total) => {
      for (const [code, count] of counts.closed) total({ code: String(code) }, count);
    },
  );
  return counts;
}
