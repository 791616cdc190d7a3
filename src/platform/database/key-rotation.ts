import type pg from 'pg'
import { seal, unseal, type SealedColumn, type SealedRow } from '../encryption.ts'
import type { KeyName } from '../keys.ts'
import { Misconfigured } from '../misconfigured.ts'

type Rotation = { before: Buffer; key: Buffer; sealed: readonly SealedColumn[] }

const ROWS_AT_ONCE = 1_000
/** Reasons by which a key stays for as long as its database, in the words of a start that refuses. */
const FOR_EVER = {
  market: 'every price that was computed, and every day that was sealed, is a function of it',
  pepper: 'every password, code and authenticator is bound to it, and the server knows none of them in clear',
  demo: 'the printed passwords and the operators of the demo setting are derived from it',
  signing: 'phones and receipts hold what the server signed against the one key that they know',
  drawOperator: 'the commitments of open draws, and the seeds of past ones, are derived from it',
  drawAuditor: 'the auditor signs with it, and phones know one auditor',
  salts: 'the public tree over the whole journal, and the codes of all rows beside it, are made with it',
} as const

const ROTATIONS: Partial<Record<KeyName, (client: pg.Client, rotation: Rotation) => Promise<void>>> = {
  images: sealAnew,
  // A browser's subscription is bound to the key it was made with: the app makes another at its next visit.
  push: async (client) => void (await client.query('delete from push_devices')),
}

/**
 * Puts one key in another's place, inside the caller's transaction. Throws `Misconfigured` where a key is for
 * ever, or where something does not open with the key before.
 */
export async function rotateKey(client: pg.Client, name: KeyName, rotation: Rotation): Promise<void> {
  await ROTATIONS[name]?.(client, rotation)
}

/** Throws `Misconfigured` with the reason where this key cannot be replaced. */
export function refuseKeyForEver(name: KeyName, file: string): void {
  const reason = name in FOR_EVER ? FOR_EVER[name as keyof typeof FOR_EVER] : null
  if (reason === null) return
  throw new Misconfigured(
    `${file} cannot be replaced: ${reason}. Put ${file}.before back in its place (docs/operate.md, Replacing keys).`,
  )
}

async function sealAnew(client: pg.Client, { before, key, sealed }: Rotation): Promise<void> {
  for (const place of sealed) {
    const { table, column, row } = place
    let last = ''
    for (;;) {
      const { rows } = await client.query<SealedRow & { content: Buffer }>(
        `select ${row}, ${column} as content from ${table} where ${column} is not null and id > $1 order by id limit ${ROWS_AT_ONCE}`,
        [last],
      )
      for (const each of rows) await sealRow(client, place, each, { before, key })
      if (rows.length < ROWS_AT_ONCE) break
      last = rows.at(-1)!.id
    }
  }
}

async function sealRow(
  client: pg.Client,
  { table, column, about, found }: SealedColumn,
  row: SealedRow & { content: Buffer },
  { before, key }: Pick<Rotation, 'before' | 'key'>,
): Promise<void> {
  const content = opened(before, about(row), row.content, `${table} ${row.id}`)
  const columns: [name: string, value: Buffer | null][] = [[column, seal(key, about(row), content)]]
  if (found !== undefined) columns.push(...Object.entries(found(key, row, content)))
  await client.query(
    `update ${table} set ${columns.map(([name], n) => `${name} = $${n + 2}`).join(', ')} where id = $1`,
    [row.id, ...columns.map(([, value]) => value)],
  )
}

function opened(key: Buffer, about: string, content: Buffer, place: string): Buffer {
  try {
    return unseal(key, about, content)
  } catch {
    throw new Misconfigured(
      `The key images cannot be replaced: ${place} does not open with the one before. Put that back, and see what npm run verify says.`,
    )
  }
}
