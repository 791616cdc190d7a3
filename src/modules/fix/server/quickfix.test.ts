import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import type { Field } from '#wire/fix/message.ts'
import { fixTime } from '#wire/fix/time.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { compiled, QuickFix } from '#platform/fix/quickfix.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'akari-quickfix-'))
const program = compiled(folder)
const FAST = { perSecond: 1_000, burst: 1_000, perMinute: null }

describe.skipIf(program === null)('QuickFIX as a member’s program', () => {
  let app: TestApp
  let client: QuickFix
  let code: string
  let price: string
  let sent = 0

  beforeAll(async () => {
    const apiKey = { ...LIMITS.apiKey, lanes: { orders: FAST, cancels: FAST, writes: FAST } }
    const fix = { ...LIMITS.fix, messages: FAST, logonsAMinute: 10_000 }
    app = await startTestApp({ env: { FIX_PORT: '0' }, limits: { ...LIMITS, apiKey, fix } })
    const { token } = await app.enrol('090-4848-0001')
    ;[code] = (await app.affordable(1)) as [string]
    const { quote } = (await app.call('GET', `/api/stocks/${code}`)).data
    price = String(quote.lowerLimit)
    await app.call('POST', '/api/auth/transaction-password', {
      token,
      body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
    })
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const body = {
      name: 'QuickFIX',
      scope: 'trade',
      networks: [],
      publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
      transactionPassword: TRANSACTION_PASSWORD,
    }
    const { data } = await app.call('POST', '/api/api-keys', { token, body })
    const port = () => app.modules.fix!.port!
    client = new QuickFix({
      role: 'initiator',
      program: program!,
      folder,
      port,
      sender: data.id,
      target: 'AKARI',
      key: pair.privateKey,
    })
    client.start()
    await until('ON')
  }, 120_000)
  afterAll(async () => {
    await client?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A line of its that begins so, after the lines that were there before. */
  async function until(begins: string, from = 0): Promise<void> {
    await waitFor(
      () => Promise.resolve(client.lines.slice(from)),
      (lines) => lines.some((line) => line.startsWith(begins)),
    )
  }
  const place = (): string => {
    const name = `q${++sent}`
    client.send(
      `35=D|11=${name}|21=1|55=${code}|54=1|38=100|40=2|44=${price}|59=0|60=${fixTime(Date.now()).slice(0, 17)}`,
    )
    return name
  }
  const cancel = (name: string) =>
    client.send(`35=F|41=${name}|11=${name}x|55=${code}|54=1|38=100|60=${fixTime(Date.now()).slice(0, 17)}`)
  /** The first answers to orders (taken or refused) by ClOrdID, with the ExecIDs under which they came. */
  const answers = (): Map<string, Set<string>> => {
    const all = new Map<string, Set<string>>()
    for (const fields of client.came('8')) {
      if (fields.get(150) !== '0' && fields.get(150) !== '8') continue
      const name = fields.get(11)!
      all.set(name, (all.get(name) ?? new Set()).add(fields.get(17)!))
    }
    return all
  }
  const told = (execType: string) =>
    new Set(
      client
        .came('8')
        .filter((fields) => fields.get(150) === execType)
        .map((fields) => fields.get(11)),
    )
  /** The same as the server has them. */
  const kept = async (): Promise<string[]> => {
    const { rows } = await app.context.db.pool.query<{ fields: Field[] }>('select fields from fix_messages')
    return rows
      .map(({ fields }) => new Map(fields))
      .filter((fields) => ['0', '8'].includes(fields.get(150) ?? ''))
      .map((fields) => fields.get(11)!)
  }

  it('logs on, and its order is taken and cancelled', async () => {
    const name = place()
    await waitFor(
      () => Promise.resolve(told('0')),
      (all) => all.has(name),
    )
    cancel(name)
    expect([
      ...(await waitFor(
        () => Promise.resolve(told('4')),
        (all) => all.has(`${name}x`),
      )),
    ]).toEqual([`${name}x`])
  })

  it('loses nothing and doubles nothing where it is killed or stands still, whenever that is', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const names = Array.from({ length: 5 }, place)
      if (turn > 0) names.forEach(cancel)
      const from = client.lines.length
      if (turn % 4 === 3) {
        client.freeze()
        await new Promise((resolve) => setTimeout(resolve, 300))
        client.thaw()
        continue
      }
      // Some of what it was given it has not sent yet: that is its own loss, not the session's.
      await new Promise((resolve) => setTimeout(resolve, turn * 7))
      await client.kill()
      client.start()
      await until('ON', from)
    }
    const names = await kept()
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(10)
    // Those that are missing stand in the error.
    await waitFor(
      () => Promise.resolve([names.filter((name) => !answers().has(name)), client.lines.slice(-20)]),
      ([missing]) => missing!.length === 0,
    )
    expect([...answers().values()].filter((ids) => ids.size !== 1)).toEqual([])
    const { rows } = await app.context.db.pool.query('select count(*)::int as n from orders')
    const { rows: taken } = await app.context.db.pool.query('select count(*)::int as n from fix_orders')
    expect(rows).toEqual(taken)
    expect(client.lines.filter((line) => line.startsWith('ADMIN ') && line.includes('|35=3|'))).toEqual([])
  }, 120_000)

  it('goes on where it was after the cable was cut at the server’s end', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const from = client.lines.length
      const name = place()
      app.modules.fix!.cut()
      await until('OFF', from)
      await until('ON', from)
      await waitFor(
        () => Promise.resolve(answers()),
        (all) => all.has(name),
      )
    }
    expect([...answers().values()].filter((ids) => ids.size !== 1)).toEqual([])
  }, 60_000)

  it('leaves a journal that makes all of it again', async () => {
    await client.kill()
    const { held, again } = await replayJournal(app)
    for (const table of ['fix_sessions', 'fix_messages', 'fix_orders', 'fix_parts', 'fix_names'])
      expect([table, again[table]]).toEqual([table, held[table]])
  })
})
