import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of a program on PATH. */
export function onPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const QUICKFIX = '/usr/include/quickfix/Session.h'
/** The headers of Debian's libquickfix-dev, or undefined: the test against it then counts as skipped. */
export const findQuickFix = (): string | undefined => (existsSync(QUICKFIX) ? QUICKFIX : undefined)

/**
 * The hledger of this machine, or undefined: the test that reads an export with it then counts as skipped.
 */
export const findHledger = (): string | undefined => onPath('hledger')

const readsCalendars = (python: string | undefined): boolean =>
  python !== undefined && spawnSync(python, ['-c', 'import icalendar']).status === 0
/**
 * A Python of this machine with Debian's python3-icalendar, or undefined: the test that reads a calendar with
 * it then counts as skipped.
 */
export const findIcalendarPython = (): string | undefined =>
  [onPath('python3'), '/usr/bin/python3'].find(readsCalendars)
