import pg from 'pg'
import { startEmbedded } from '#platform/database/embedded.ts'
import { chainChecker, CHAIN_START, readRecord } from '#platform/engine/journal.ts'

const PAGE = 5_000

/**
 * The data on the disk of a stopped server, by the disk alone: the chain of the journal is whole from its
 * first record to the lease's head, the journal's transfers, the ledger's rows and the balances say the same,
 * and all accounts add up to nothing. Throws what is not so.
 */
export async function checkDurable(dataDir: string): Promise<{ records: number; transfers: number }> {
  const embedded = await startEmbedded(dataDir)
  try {
    return await checkDurableIn(embedded.config)
  } finally {
    await embedded.stop()
  }
}

/** The same of a database that is there. */
export async function checkDurableIn(
  config: pg.ClientConfig,
): Promise<{ records: number; transfers: number }> {
  const sql = new pg.Client(config)
  await sql.connect()
  try {
    const { records, balances, transfers } = await readJournal(sql)
    await compareLedger(sql, balances, transfers)
    return { records, transfers }
  } finally {
    await sql.end()
  }
}

type Moved = { credit: string; debit: string; yen: string }

async function readJournal(sql: pg.Client) {
  const check = chainChecker({ seq: -1, hash: CHAIN_START, ts: 0 })
  const balances = new Map<string, bigint>()
  const keys = new Set<string>()
  let records = 0
  let transfers = 0
  for (let after = -1; ;) {
    const { rows } = await sql.query<{ seq: string; ts: string; type: string; record: Buffer; hash: Buffer }>(
      'select seq, ts, type, record, hash from journal where seq > $1 order by seq limit $2',
      [after, PAGE],
    )
    for (const row of rows) {
      check.next({ ...row, seq: Number(row.seq), ts: Number(row.ts) })
      const entry = readRecord(row.record)
      if (entry.key !== '') {
        const name = `${entry.actor} ${entry.key}`
        if (keys.has(name)) throw new Error(`the key ${name} had two effects`)
        keys.add(name)
      }
      for (const moved of (entry.body['transfers'] ?? []) as Moved[]) {
        transfers++
        balances.set(moved.debit, (balances.get(moved.debit) ?? 0n) - BigInt(moved.yen))
        balances.set(moved.credit, (balances.get(moved.credit) ?? 0n) + BigInt(moved.yen))
      }
      records++
    }
    if (rows.length < PAGE) break
    after = Number(rows.at(-1)!.seq)
  }
  const head = await sql.query<{ seq: string; head: Buffer }>('select seq, head from lease')
  const last = await sql.query<{ seq: string; hash: Buffer }>(
    'select seq, hash from journal order by seq desc limit 1',
  )
  if (head.rows[0]?.seq !== last.rows[0]?.seq || !head.rows[0]!.head.equals(last.rows[0]!.hash))
    throw new Error('the lease names another head than the journal has')
  return { records, balances, transfers }
}

async function compareLedger(
  sql: pg.Client,
  balances: ReadonlyMap<string, bigint>,
  transfers: number,
): Promise<void> {
  const { rows: counted } = await sql.query<{ n: string }>('select count(*) as n from transfers')
  if (Number(counted[0]!.n) !== transfers)
    throw new Error(`${counted[0]!.n} transfers in the ledger, ${transfers} in the journal`)
  const { rows } = await sql.query<{ id: string; balance_yen: string }>(
    'select id, balance_yen from accounts',
  )
  let sum = 0n
  for (const { id, balance_yen: balance } of rows) {
    sum += BigInt(balance)
    if ((balances.get(id) ?? 0n) !== BigInt(balance))
      throw new Error(`${id}: ${balance} in the ledger, ${balances.get(id) ?? 0n} by the journal`)
  }
  for (const [id, balance] of balances)
    if (balance !== 0n && !rows.some((row) => row.id === id)) throw new Error(`${id} is missing`)
  if (sum !== 0n) throw new Error(`all accounts add up to ${sum}`)
  const { rows: summed } = await sql.query<{ id: string; yen: string }>(
    'select id, sum(yen) as yen from (select credit as id, yen from transfers union all select debit, -yen from transfers) moved group by id',
  )
  for (const { id, yen } of summed)
    if ((balances.get(id) ?? 0n) !== BigInt(yen)) throw new Error(`${id}: its rows add up to ${yen}`)
}
