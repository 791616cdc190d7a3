import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { connect } from '#platform/database/connect.ts'
import { checkJournal } from '#platform/engine/check-journal.ts'
import { runStored, type StoredCheck } from '#platform/engine/check-stored.ts'
import { ANSWERS, columnsOf } from '#platform/engine/postgres-store.ts'
import { keyColumns } from '#platform/engine/row-key.ts'
import type { AnyDefinition } from '#platform/engine/table.ts'
import { NOT_COMPARED, NOT_COMPARED_COLUMNS } from './not-compared.ts'
import { rulesOf } from './rules.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp

/**
 * Every kind of command that a member's day makes: opened, filled, closed in part, left waiting, cancelled,
 * refused.
 */
async function liveADay(): Promise<void> {
  const { token } = await app.enrol('090-5555-0001')
  const cheap = await app.affordable(4)
  const place = (body: object) =>
    app.call('POST', '/api/orders', {
      token,
      body: { side: 'up', type: 'market', quantity: 200, leverage: 1, ...body },
    })
  for (const code of cheap) expect((await place({ code })).code).toBe(1)
  const lots = await waitFor(
    async () => (await app.call('GET', '/api/lots', { token })).data as { id: string }[],
    (found) => found.length === cheap.length,
    40_000,
  )
  await app.call('POST', `/api/lots/${lots[0]!.id}/close`, { token, body: { type: 'market', quantity: 100 } })
  await app.call('POST', `/api/lots/${lots[1]!.id}/close`, { token, body: { type: 'market' } })
  const isClosed = ({ id, status }: { id: string; status: string }) =>
    id !== lots[1]!.id || status === 'closed'
  await waitFor(
    async () => (await app.call('GET', '/api/lots', { token })).data as { id: string; status: string }[],
    (found) => found.every(isClosed),
  )
  expect((await place({ code: cheap[2], quantity: 100_000_000 })).code).not.toBe(1)
  // The account frozen, nothing opened, found again after its password was forgotten.
  await app.call('POST', '/api/auth/freeze', { token, body: {} })
  expect((await place({ code: cheap[3] })).data.rejection).toBe('ACCOUNT_FROZEN')
  const lost = { what: 'password', mobile: '090-5555-0001' }
  await app.call('POST', '/api/auth/recovery/code', { body: lost })
  const inbox = await waitFor(
    async () =>
      (await app.call('GET', '/api/dev/inbox?mobile=090-5555-0001')).data as { code: string | null }[],
    (found) => found.filter(({ code }) => code !== null).length > 1,
  )
  const found = await app.call('POST', '/api/auth/recovery', {
    body: {
      ...lost,
      verificationCode: inbox[0]!.code,
      nameKana: '',
      documentNumber: '',
      newPassword: 'stone-31',
      confirmPassword: 'stone-31',
    },
  })
  expect(found.data.status).toBe('recovered')
  // All sessions have ended by it; one of another member goes on.
  await app.enrol('090-5555-0002')
  await app.call('POST', '/api/dev/clock', {
    body: { at: new Date(app.context.clock.wall() + 60_000).toISOString() },
  })
}

it('the journal of the whole server, run again, says the same byte for byte and leaves the same rows', async () => {
  app = await startTestApp()
  await liveADay()
  const { types, held, again } = await replayJournal(app)
  expect(types.size).toBeGreaterThan(4)
  expect(again).toEqual(held)
}, 120_000)

/** Another value of a column, whatever it holds. */
const OTHER: Record<string, (column: string) => string> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  int8: (column) => `coalesce(${column}, 0) + 1000003`,
  int4: (column) => `coalesce(${column}, 0) + 1000003`,
  bool: (column) => `not coalesce(${column}, false)`,
  uuid: () => 'gen_random_uuid()',
  jsonb: () => `'{"edited":1}'::jsonb`,
  bytea: (column) => `coalesce(${column}, '') || '\\x00'::bytea`,
  _text: (column) => `array_append(${column}, 'x')`,
  latin1: (column) => `set_byte(${column}, 0, 255 - get_byte(${column}, 0))`,
}

describe('the same check, after SQL', () => {
  const rules = () => rulesOf(app.context.config, app.context.db.config, app.context.log)
  const check = async () =>
    (await checkJournal(app.context.db.config, () => {}, { ...rules(), shown: Infinity })).again!
  const withSql = async (work: (sql: pg.PoolClient) => Promise<void>): Promise<void> => {
    const db = connect(app.context.db.config, app.context.log)
    const sql = await db.pool.connect()
    await work(sql).finally(() => sql.release())
    await db.close()
  }

  it('names table, row and column of every value that was changed, in every table that commands write', async () => {
    await withSql(async (sql) => {
      const constraints = await sql.query<{ name: string; on: string }>(
        "select conname as name, conrelid::regclass::text as on from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace",
      )
      for (const { name, on } of constraints.rows)
        await sql.query(`alter table ${on} drop constraint "${name}"`)
      const changed: [table: string, column: string][] = []
      for (const definition of rules().tables) {
        const columns = columnsOf(definition).filter(
          ({ property }) => !keyColumns(definition).includes(property),
        )
        await sql.query(`create temp table saved_${definition.name} as select * from ${definition.name}`)
        const { rowCount } = await sql.query(
          `update ${definition.name} set ${columns.map(({ sql: name, type }) => `${name} = ${OTHER[type]!(name)}`).join(', ')} where ctid = (select min(ctid) from ${definition.name})`,
        )
        if (rowCount === 1)
          changed.push(...columns.map(({ property }) => [definition.name, property] as [string, string]))
      }
      const { differences, isSealed } = await check()
      expect(differences.map(({ table, column }) => `${table} ${column}`).toSorted()).toEqual(
        changed.map(([table, column]) => `${table} ${column}`).toSorted(),
      )
      expect(isSealed).toBe(false)
      for (const { name } of rules().tables)
        await sql.query(`truncate ${name}; insert into ${name} select * from saved_${name}`)
      const touched = new Set(changed.map(([table]) => table))
      expect([...touched]).toEqual(
        expect.arrayContaining([
          'member_balances',
          'transfers',
          'lots',
          'orders',
          'members',
          'operators',
          'approvals',
          'operator_acts',
          'fills',
          'market_days',
        ]),
      )
      expect((await check()).differing).toBe(0)
    })
  }, 120_000)

  it('names rows that are missing and rows that nobody wrote, and answered keys that were changed', async () => {
    await withSql(async (sql) => {
      const undo: string[] = []
      const edit = (text: string, back: string) => {
        undo.unshift(back)
        return sql.query(text)
      }
      await edit(
        'create temp table lost as select * from lots limit 1; delete from lots where id in (select id from lost)',
        'insert into lots select * from lost; drop table lost',
      )
      await edit(
        "insert into house_balances values ('invented', 0)",
        "delete from house_balances where kind = 'invented'",
      )
      await edit(
        "create temp table kept as select * from idempotency; update idempotency set seq = seq + 1, request = decode(md5(request::text) || md5(request::text), 'hex') where key = (select key from idempotency order by key limit 1)",
        'truncate idempotency; insert into idempotency select * from kept; drop table kept',
      )
      await edit(
        'create temp table gone as select * from idempotency where key = (select key from idempotency order by key desc limit 1); delete from idempotency where key in (select key from gone)',
        'drop table gone',
      )
      const found = (await check()).differences.map(({ table, column, held, said }) => [
        table,
        column,
        held !== null,
        said !== null,
      ])
      expect(found).toEqual(
        expect.arrayContaining([
          ['lots', null, false, true],
          ['house_balances', null, true, false],
          ['idempotency', 'seq', true, true],
          ['idempotency', 'request', true, true],
          ['idempotency', null, false, true],
        ]),
      )
      expect(found).toHaveLength(5)
      for (const back of undo) await sql.query(back)
    })
  })

  it('names an answer that was edited, and says which it cannot tell from an earlier version’s', async () => {
    await withSql(async (sql) => {
      const {
        rows: [kept],
      } = await sql.query<{ key: string; answer: string }>(
        'select key, answer from idempotency where answer like \'%"ok":true%\' and answer like \'%"id"%\' order by key limit 1',
      )
      const answer = JSON.parse(kept!.answer) as { ok: true; answer: Record<string, unknown> }
      const said = async (text: string) => {
        await sql.query('update idempotency set answer = $2 where key = $1', [kept!.key, text])
        const { differences, otherAnswers } = await check()
        return [differences, otherAnswers].map((found) =>
          found.map(({ table, column, path, held }) => [table, column, path, held]),
        )
      }
      const { id, ...less } = answer.answer
      const edited = (change: object) =>
        JSON.stringify({ ...answer, answer: { ...answer.answer, ...change } })
      expect(await said(edited({ id: 'other' }))).toEqual([
        [['idempotency', 'answer', '.answer.id', 'other']],
        [],
      ])
      expect(await said(JSON.stringify({ ok: false }))).toEqual([
        [['idempotency', 'answer', '.ok', 'false']],
        [],
      ])
      expect(await said('no JSON')).toEqual([[['idempotency', 'answer', '', 'no JSON']], []])
      expect(await said(edited({ more: 1 }))).toEqual([[], [['idempotency', 'answer', '.answer.more', '1']]])
      expect(await said(JSON.stringify({ ...answer, answer: less }))).toEqual([
        [],
        [['idempotency', 'answer', '.answer.id', null]],
      ])
      expect(id).toBeDefined()
      expect(await said(kept!.answer)).toEqual([[], []])
    })
  })

  it('a command that is known no more is named, with its record, and no table is compared', async () => {
    const known = rules()
    const { again } = await checkJournal(app.context.db.config, () => {}, {
      ...known,
      commands: known.commands.filter(({ type }) => type !== 'lot.close'),
    })
    expect(again).toMatchObject({ tables: 0, differing: 0, isSealed: true, notAgain: { type: 'lot.close' } })
  })

  it('every table there is is compared, or is named with the reason why it is not; and every column of those that are', async () => {
    await withSql(async (sql) => {
      const { rows } = await sql.query<{ name: string; columns: string[] }>(`
        select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname`)
      const compared = new Map<string, readonly string[]>(
        rules().tables.map((definition: AnyDefinition) => [
          definition.name,
          columnsOf(definition).map(({ sql: name }) => name),
        ]),
      )
      compared.set(
        'idempotency',
        ANSWERS.map(({ sql: name }) => name),
      )
      const stored = new Set(besideTheJournal().flatMap(({ tables }) => tables))
      const isSeen = (name: string) => compared.has(name) || stored.has(name)
      expect(rows.map(({ name }) => name).filter((name) => isSeen(name) === name in NOT_COMPARED)).toEqual([])
      for (const { name, columns } of rows) {
        if (compared.has(name))
          expect([name, columns.toSorted()]).toEqual([name, compared.get(name)!.toSorted()])
      }
      const named = namedColumns()
      const beside = rows.filter(({ name }) => stored.has(name) && !compared.has(name))
      const all = beside.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
      expect([...named].filter((column) => !all.includes(column))).toEqual([])
      expect(all.filter((column) => !named.has(column)).toSorted()).toEqual(Object.keys(NOT_COMPARED_COLUMNS))
    })
  })

  /** Rows with a keyed code are checked from the first start on that has given them theirs. */
  const besideTheJournal = (): StoredCheck[] => [
    ...rules().stored,
    ...app.modules.all.flatMap(({ macs = [] }) => macs.map(({ stored }) => stored)),
  ]
  const namedColumns = (): Set<string> =>
    new Set(
      besideTheJournal().flatMap(({ columns = {} }) =>
        Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
      ),
    )

  it('names a change in each of these columns, and in no other, of the rows that there are', async () => {
    await withSql(async (sql) => {
      const named = namedColumns()
      const tried: string[] = []
      const checks = Map.groupBy(
        besideTheJournal().flatMap((each) =>
          Object.keys(each.columns ?? {}).map((table) => ({ table, each })),
        ),
        ({ table }) => table,
      )
      for (const [table, of] of checks) {
        const { rows: columns } = await sql.query<{ name: string; type: string }>(
          "select attname::text as name, typname::text as type from pg_attribute a join pg_type t on t.oid = a.atttypid where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
          [table],
        )
        const inUse = columns.some(({ name }) => name === 'ended_at') ? 'where ended_at is null' : ''
        for (const { name, type } of columns) {
          await sql.query('begin')
          const { rowCount } = await sql.query(
            `update ${table} set ${name} = ${OTHER[type]!(name)} where ctid = (select min(ctid) from ${table} ${inUse})`,
          )
          if (rowCount === 1) {
            const { differences } = await runStored(
              sql,
              of.map(({ each }) => each),
            )
            tried.push(table)
            expect([`${table}.${name}`, differences.length > 0]).toEqual([
              `${table}.${name}`,
              named.has(`${table}.${name}`),
            ])
          }
          await sql.query('rollback')
        }
      }
      expect([...new Set(tried)]).toEqual(
        expect.arrayContaining([
          'credentials',
          'sessions',
          'known_devices',
          'job_runs',
          'row_lists',
          'invitation_codes',
        ]),
      )
    })
  }, 120_000)
})
