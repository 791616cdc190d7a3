import type { Json } from '#kernel/hash.ts'
import { checkJournal } from '#platform/engine/check-journal.ts'
import { bodyText, readRecord } from '#platform/engine/journal.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import type { Command } from '#platform/engine/command.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import type { AnyDefinition } from '#platform/engine/table.ts'
import { protectionList } from '#modules/identity/server/row-lists.ts'
import type { RunningApp } from './app.ts'
import { guardOf, reactionOf, rulesOf } from './rules.ts'
import { beginInPast, setWallClock, timeSeen, CLOCK_TABLES } from './wall-clock.ts'

/**
 * The types of the records; the rows of each table, sorted, as the disk has them and as the journal makes
 * them again.
 */
export type Replayed = {
  types: ReadonlySet<string>
  held: Readonly<Record<string, string[]>>
  again: Readonly<Record<string, string[]>>
}

/**
 * The check of `npm run verify`, by commands of a server that is not at work, with those of a module that the
 * test has brought.
 */
async function verified(
  { context: app }: RunningApp,
  tables: readonly AnyDefinition[],
  commands: readonly Command[],
  filesLost: boolean,
): Promise<void> {
  const rules = rulesOf(app.config, app.db.config, app.log)
  const known = new Set([...rules.tables.map(({ name }) => name), ...rules.commands.map(({ type }) => type)])
  const check = await checkJournal(app.db.config, () => {}, {
    ...rules,
    ...(filesLost ? { stored: [] } : {}),
    tables: [...rules.tables, ...tables.filter(({ name }) => !known.has(name))],
    commands: [...rules.commands, ...commands.filter(({ type }) => !known.has(type))],
  })
  if (check.status !== 'intact' || check.again!.notAgain !== null || check.again!.isSealed !== true)
    throw new Error(JSON.stringify(check, null, 1))
}

/** Members whom a test has opened by the command alone have no list of rows, which a registration begins. */
async function listsOfOpened({ context: { db, config } }: RunningApp): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from members where not exists (select from credentials c where c.member_id = members.id)',
  )
  for (const { id } of rows) await protectionList(config).begin(db.kysely, id)
}

/**
 * Stops the server and runs its journal again. Throws where a record does not come out byte for byte
 * (decision 0011). `ownEffects`: the test has put effects of its own in the place of the product's, which
 * `npm run verify` knows nothing of. `filesLost`: the test has deleted files that verify would name.
 */
export async function replayJournal(
  open: RunningApp,
  { ownEffects = false, filesLost = false } = {},
): Promise<Replayed> {
  const modules = open.modules.all
  const tables = [...CLOCK_TABLES, ...modules.flatMap((module) => module.tables ?? [])]
  const commands = [
    setWallClock(open.context.clock),
    beginInPast(open.context.clock),
    timeSeen(open.context.clock),
    ...modules.flatMap((module) => module.commands ?? []),
  ]
  await listsOfOpened(open)
  await open.stop()
  if (!ownEffects) await verified(open, tables, commands, filesLost)
  const store = openPostgresStore(open.context.db.config, open.context.log)
  try {
    await store.recover([], 0, { row: () => {}, key: () => {} })
    const records: Buffer[] = []
    await store.readJournal(({ record }) => records.push(record))
    const held: Record<string, string[]> = {}
    const again: Record<string, string[]> = {}
    const rules = [guardOf(modules), reactionOf(modules)] as const
    for (const [definition, rows] of reexecute(tables, commands, records, ...rules)) {
      held[definition.name] = sorted(await store.rowsOf(definition))
      again[definition.name] = sorted(rows)
    }
    return { types: new Set(records.map((record) => readRecord(record).type)), held, again }
  } finally {
    await store.close()
  }
}

/** Of all accounts together: 0. */
export const yenIn = (held: Replayed['held']): number =>
  [...held['member_balances']!, ...held['house_balances']!]
    .flatMap((row) => Object.entries(JSON.parse(row) as Record<string, unknown>))
    .reduce(
      (sum, [name, yen]) => sum + (name === 'memberId' || name === 'kind' || yen === null ? 0 : Number(yen)),
      0,
    )

const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => bodyText(row as Json)).sort((a, b) => (a < b ? -1 : 1))
