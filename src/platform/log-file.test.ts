import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rotateLog } from './log-file.ts'

it('a log that has grown makes room, and one before it alone stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'akari-log-'))
  const log = join(folder, 'postgres.log')
  rotateLog(log, 4)
  expect(readdirSync(folder)).toEqual([])
  for (const text of ['1234', 'first one', 'second one', 'third']) {
    rotateLog(log, 4)
    writeFileSync(log, text)
  }
  expect(readdirSync(folder).toSorted()).toEqual(['postgres.log', 'postgres.log.1'])
  expect(readFileSync(`${log}.1`, 'utf8')).toBe('second one')
})
