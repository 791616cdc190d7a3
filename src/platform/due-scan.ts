import { named } from '#kernel/named.ts'
import type { Ms } from '#kernel/time.ts'
import type { Clock } from './clock.ts'
import { every } from './every.ts'
import type { Log } from './log.ts'

/**
 * Work that looks in rows for what has fallen due by now, and does it. Where one time is known beforehand, a
 * `Job` is told it; a scan is for what comes and goes with the rows. Not a bare `every`: what happens by time
 * waits while the clock is in doubt.
 */
export type DueScan = { name: string; everyMs: Ms; look: () => unknown }

/**
 * Runs each scan now and then every `everyMs`, one turn of it at a time, while the clock is sure. The answer
 * stops them, once what they are doing is done.
 */
export function startDueScans(
  scans: readonly DueScan[],
  clock: Pick<Clock, 'isSure'>,
  log: Pick<Log, 'error'>,
): () => Promise<void> {
  for (const { name, look } of scans) named(`scan ${name}`, look, 'look')
  const atWork = new Map<DueScan, Promise<void>>()
  const turn = async (scan: DueScan): Promise<void> => {
    try {
      await scan.look()
    } catch (err) {
      log.error({ err, scan: scan.name }, 'a scan for what is due failed; it is tried again')
    }
  }
  const look = (scan: DueScan) => {
    if (!clock.isSure() || atWork.has(scan)) return
    atWork.set(
      scan,
      turn(scan).finally(() => atWork.delete(scan)),
    )
  }
  const stops = scans.map((scan) => {
    look(scan)
    return every(scan.everyMs, () => look(scan))
  })
  return async () => {
    for (const stop of stops) stop()
    await Promise.all(atWork.values())
  }
}
