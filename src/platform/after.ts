import type { Ms } from '#kernel/time.ts'
import { guarded } from './guarded.ts'
import type { Log } from './log.ts'

/**
 * Runs `work` once, after `ms` of the machine's clock. Never keeps the process alive; what it throws is
 * written down under `where`.
 */
export const after = (ms: Ms, log: Pick<Log, 'error'>, where: string, work: () => void): void =>
  void setTimeout(guarded(log, where, work), ms).unref()
