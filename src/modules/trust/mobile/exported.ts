import { call } from '#client/call.ts'
import { commitments } from '#client/commitments.ts'
import { session } from '#client/session.ts'
import {
  getConsistency,
  getHeads,
  getOwnLiability,
  getProof,
  listLiabilities,
  listRecords,
  type HeadView,
  type ProofView,
} from '../contract.ts'

/** More records than these are not in one file. */
const MOST = 500
const SILENT = { quiet: true } as const

/**
 * Everything that somebody needs who trusts neither this app nor the server: heads with the paths between
 * them, this member's records with theirs, commitments that wait, what the server owes.
 * `scripts/verify-records.ts` reads it. Throws `CallError`.
 */
export async function exportProofs(): Promise<File> {
  const { keys, newest, earlier } = await call(getHeads, {}, SILENT)
  const heads = new Map([...(newest === null ? [] : [newest]), ...earlier].map((head) => [head.size, head]))
  const records: Omit<ProofView, 'head'>[] = []
  if (session.get().isLogin) {
    for (const seq of await ownRecords()) {
      const { head, ...proof } = await call(getProof, { params: { seq: String(seq) } }, SILENT)
      heads.set(head.size, head)
      records.push({ ...proof, size: head.size } as Omit<ProofView, 'head'>)
    }
  }
  const line = [...heads.values()].toSorted((a, b) => a.size - b.size)
  const { days } = await call(listLiabilities, {}, SILENT)
  const own = session.get().isLogin && days.length > 0 ? await call(getOwnLiability, {}, SILENT) : null
  const file = {
    format: 'akari-records-v1',
    keys,
    heads: line,
    consistency: await pathsBetween(line),
    records,
    promises: commitments.entries().map(({ text }) => text),
    liabilities: days,
    own: own === null || own.leaf === null ? null : { day: own.statement.day, ...own.leaf },
  }
  return new File([JSON.stringify(file, null, 1)], `akari-records-${newest?.size ?? 0}.json`, {
    type: 'application/json',
  })
}

async function ownRecords(): Promise<number[]> {
  const found: number[] = []
  for (let before: string | undefined; found.length < MOST;) {
    const rows = await call(listRecords, { query: before === undefined ? {} : { before } }, SILENT)
    found.push(...rows.filter(({ isPublished }) => isPublished).map(({ seq }) => seq))
    const last = rows.at(-1)
    if (last === undefined || last.seq < 1) break
    before = String(last.seq)
  }
  return found
}

async function pathsBetween(
  heads: readonly HeadView[],
): Promise<{ from: number; to: number; path: string[] }[]> {
  const paths: { from: number; to: number; path: string[] }[] = []
  for (const [index, { size }] of heads.entries()) {
    const next = heads[index + 1]
    if (next === undefined) break
    const { path } = await call(
      getConsistency,
      { query: { from: String(size), to: String(next.size) } },
      SILENT,
    )
    paths.push({ from: size, to: next.size, path })
  }
  return paths
}
