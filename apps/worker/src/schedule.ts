/** Announces what runs by schedule. BullMQ keeps one schedule per name, however many workers announce it. */
import type { QueueName } from '@parley/contracts/jobs';
import type { Context } from '@parley/core/context';
import { maintenanceTasks } from './jobs/maintenance.ts';

const second = 1_000;

/** A Redis that was emptied has forgotten the schedules: they are announced again this often. */
const announceEveryMs = 60 * second;

/** The channels that customers come by are looked after this often; while that lasts, the next waits. */
const watchEvery = 2 * second;

/** Announces every schedule, and again every minute; answers how to stop doing so. */
export function keepSchedules(context: Pick<Context, 'queues' | 'log'>): () => void {
  const schedule = async (queue: QueueName, name: string, every: number, data: object): Promise<void> => {
    const opts = { attempts: 1, removeOnComplete: { count: 20 }, removeOnFail: { count: 20 } };
    await context.queues.queue(queue).upsertJobScheduler(name, { every }, { name: queue, data, opts });
  };
  const announced = Object.entries(maintenanceTasks);
  /** Ends schedules of tasks that another version had. */
  const endUnknown = async (): Promise<void> => {
    const queue = context.queues.queue('maintenance');
    for (const { key } of await queue.getJobSchedulers())
      if (!announced.some(([task]) => task === key)) await queue.removeJobScheduler(key);
  };
  const announce = async (): Promise<void> => {
    for (const [task, { every }] of announced) await schedule('maintenance', task, every * second, { task });
    await schedule('inbound-watch', 'watch', watchEvery, {});
  };
  const warn = (error: unknown): void => context.log.warn({ err: error }, 'schedules could not be announced');
  const tryAnnounce = (): void => void announce().catch(warn);
  // Once: beside a worker of another version each would end what the other announces.
  endUnknown().catch(warn);
  tryAnnounce();
  const timer = setInterval(tryAnnounce, announceEveryMs);
  return () => clearInterval(timer);
}
