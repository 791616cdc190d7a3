import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ms } from '#kernel/time.ts'

/** Of `DATA_DIR`: when its last backup was finished. A restored server has had none. */
export const LAST_BACKUP = 'last-backup.json'

/** Notes a finished backup, for the metrics. Whoever backs up in another way writes the same file. */
export function noteBackup(dataDir: string, at: Date): void {
  const path = join(dataDir, LAST_BACKUP)
  writeFileSync(`${path}.new`, `${JSON.stringify({ at: at.toISOString() })}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The time of the last backup; 0: none is known, or the note cannot be read. */
export function lastBackupAt(dataDir: string): Ms {
  const path = join(dataDir, LAST_BACKUP)
  if (!existsSync(path)) return 0
  try {
    const { at } = JSON.parse(readFileSync(path, 'utf8')) as { at?: unknown }
    return Date.parse(String(at)) || 0
  } catch {
    return 0
  }
}
