import { renameSync, statSync } from 'node:fs'

/** Bytes after which a log begins anew, and with the one before it never takes more than twice as many. */
export const LOG_FILE_BYTES = 8 * 2 ** 20

/** A log that has grown takes the name `….1`, in place of the one before; whoever opens it begins anew. */
export function rotateLog(path: string, most = LOG_FILE_BYTES): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > most) renameSync(path, `${path}.1`)
}
