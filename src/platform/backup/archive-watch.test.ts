import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { connect } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { openLog } from '../log.ts'
import { baseName, claimArchive, WAL } from './archive.ts'
import { archivingOf, BASE_PLAN, BEHIND_AFTER, openArchiveWatch, type Archiving } from './archive-watch.ts'

const NOW = Date.UTC(2026, 10, 28, 3)
const WELL: Archiving = { mode: 'on', fails: false, writing: 9, archived: 8 }

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'akari-archive-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function watched(base: number | null = NOW - HOUR) {
  const archiveDir = newFolder()
  if (base !== null) mkdirSync(join(archiveDir, baseName(new Date(base))))
  const lines: string[] = []
  const state = { now: 0, archiving: WELL }
  const watch = openArchiveWatch({
    archiveDir,
    ask: () => Promise.resolve(state.archiving),
    machine: () => NOW + state.now,
    monotonic: () => state.now,
    log: openLog('info', { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) }),
  })
  return { watch, state, lines }
}

describe('an archive', () => {
  it('that takes each file has no fault', async () => {
    const { watch } = watched()
    expect([watch.faults(), watch.waiting()]).toEqual([[], null])
    await watch.look()
    expect([watch.faults(), watch.waiting(), watch.isFailing(), watch.baseAt()]).toEqual([
      [],
      0,
      false,
      NOW - HOUR,
    ])
  })

  it.each<[string, Partial<Archiving>]>([
    ['whose command fails', { fails: true }],
    ['that a full file does not reach', { writing: 11 }],
    ['that nothing has reached since PostgreSQL was killed', { writing: 11, archived: null }],
  ])('%s fails after five minutes, says so once, and once that it is well again', async (_, wrong) => {
    const { watch, state, lines } = watched()
    state.archiving = { ...WELL, archived: null }
    await watch.look()
    expect(watch.waiting()).toBe(0)
    state.archiving = { ...WELL, ...wrong }
    await watch.look()
    state.now = BEHIND_AFTER - 1
    await watch.look()
    expect(watch.faults()).toEqual([])
    for (state.now of [BEHIND_AFTER, BEHIND_AFTER + MINUTE]) {
      await watch.look()
      expect(watch.faults()).toEqual(['archive-failing'])
    }
    state.archiving = { ...WELL, writing: 12, archived: 11 }
    await watch.look()
    expect(watch.faults()).toEqual([])
    expect(lines).toEqual([
      'nothing is archived: PostgreSQL’s log says why (docs/recovery.md)',
      'the archive takes files again',
    ])
  })

  it('that lags for less than five minutes each time has no fault', async () => {
    const { watch, state } = watched()
    for (let n = 1; n < 6; n++) {
      state.archiving = { ...WELL, writing: 9 + n * 2 }
      state.now += BEHIND_AFTER - 1
      await watch.look()
      expect([watch.waiting(), watch.faults()]).toEqual([n * 2, []])
      state.archiving = { ...state.archiving, archived: state.archiving.writing - 1 }
      await watch.look()
      state.archiving = WELL
    }
  })

  it('of a PostgreSQL that archives nothing fails at once', async () => {
    const { watch, state } = watched()
    state.archiving = { mode: 'off', fails: false, writing: 3, archived: null }
    await watch.look()
    expect(watch.faults()).toEqual(['archive-failing'])
  })

  it.each([
    ['none', null, ['base-backup-old']],
    ['one of 26 hours ago', NOW - BASE_PLAN, []],
    ['one that is older', NOW - BASE_PLAN - 1_000, ['base-backup-old']],
  ])('has its base backups: %s', async (_, at, faults) => {
    const { watch } = watched(at)
    await watch.look()
    expect(watch.faults()).toEqual(faults)
  })

  it('that is not set has no fault and no figure', async () => {
    const watch = openArchiveWatch({
      archiveDir: null,
      ask: () => Promise.reject(new Error('nobody asks')),
      machine: () => NOW,
      monotonic: () => 0,
      log: openLog('silent'),
    })
    await watch.look()
    watch.start()()
    expect([watch.faults(), watch.waiting(), watch.baseAt()]).toEqual([[], null, null])
  })
})

it('a folder that takes no file is found out by asking PostgreSQL, and that it does again', async () => {
  const [dataDir, above] = [newFolder(), newFolder()]
  const archiveDir = join(above, 'archive')
  // As root PostgreSQL runs as nobody, who must reach it.
  chmodSync(above, 0o755)
  claimArchive({ dataDir, archiveDir, databaseUrl: null })
  const embedded = await startEmbedded(dataDir)
  const { pool, close } = connect(embedded.config, openLog('silent'))
  const write = () => pool.query(`select pg_logical_emit_message(true, 'test', ''), pg_switch_wal()`)
  const asked = async (found: (archiving: Archiving) => boolean) => {
    for (;;) {
      const archiving = await archivingOf(pool, archiveDir)
      if (found(archiving)) return archiving
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  try {
    await write()
    const well = await asked(({ archived, writing }) => archived === writing - 1)
    expect(well).toMatchObject({ mode: 'on', fails: false })
    renameSync(join(archiveDir, WAL), join(archiveDir, 'elsewhere'))
    writeFileSync(join(archiveDir, WAL), '')
    await write()
    const { writing, archived } = await asked(({ fails }) => fails)
    expect(writing - 1 - archived!).toBeGreaterThan(0)
    rmSync(join(archiveDir, WAL))
    renameSync(join(archiveDir, 'elsewhere'), join(archiveDir, WAL))
    await write()
    await asked((now) => !now.fails && now.archived === now.writing - 1)
  } finally {
    await close()
    await embedded.stop()
  }
}, 120_000)
