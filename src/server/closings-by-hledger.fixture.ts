import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainAccount, plainEntry, plainHead } from '#modules/audit/model/plain-text.ts'
import { entriesBetween } from '#modules/audit/server/export-queries.ts'
import type { Closing } from '#modules/closings/model/closing.ts'
import { firmAccount, isFirmAccount, type AccountName } from '#modules/ledger/model/accounts.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'
import { findHledger } from '../../test/debian.ts'
import type { TestApp } from './test-app.ts'

/** A class of accounts as a bookkeeper calls it, whosever the accounts are. */
const classOf = (account: AccountName): string =>
  plainAccount(isFirmAccount(account) ? firmAccount(account) : `m:x:${account}`).replace(':x:', ':')

/** Balances by class of a file, as hledger adds them up; a bookkeeper's signs: debits positive. */
function balancesOf(file: string, ...asked: string[]): [string, number][] {
  const merge = ['--alias', '/^(assets|liabilities):members:[^:]+:/=\\1:members:']
  const args = ['-f', file, 'balance', '--flat', '--empty', '--no-total', '-O', 'csv', ...merge, ...asked]
  const { stdout, stderr, status } = spawnSync(findHledger()!, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`hledger: ${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line): [string, number] => {
      const [account, yen] = line.replaceAll('"', '').split(',')
      return [account!, Number(yen!.replace(' JPY', ''))]
    })
    .filter(([, yen]) => yen !== 0)
    .toSorted()
}

/** Balances of one report, or what one kind of entry moved in it, by both: `[account, yen]` in order. */
export type Compared = {
  day: string
  kind: string | null
  report: [string, number][]
  hledger: [string, number][]
}

/**
 * Every closing report beside hledger, which reads the entries of the ledger by itself: the balances of each
 * class after the report's last record, and what each kind of entry moved within its records.
 */
export async function closingsByHledger(
  app: TestApp,
): Promise<{ closings: Closing[]; compared: Compared[] }> {
  const { db, config } = app.context
  const { rows } = await db.pool.query<{ report: string }>(
    'select report from daily_closings order by number',
  )
  const closings = rows.map(({ report }) => JSON.parse(report) as Closing)
  const entries = await entriesBetween(db, 0, closings.at(-1)!.toSeq + 1)
  const file = join(config.dataDir, 'closing.journal')
  const write = (of: (entry: TransferRow) => boolean) =>
    writeFileSync(file, plainHead('a day') + entries.filter(of).map(plainEntry).join(''))
  const said = (lines: readonly (readonly [account: AccountName, yen: number])[]) => {
    const sums = new Map<string, number>()
    for (const [account, yen] of lines) {
      const name = classOf(account)
      sums.set(name, (sums.get(name) ?? 0) + yen)
    }
    return [...sums].filter(([, yen]) => yen !== 0).toSorted()
  }
  const compared: Compared[] = []
  for (const { day, classes, moves, fromSeq, toSeq } of closings) {
    write(({ seq }) => seq <= toSeq)
    const standing = classes.map(({ account, closing }) => [account, 0 - closing] as const)
    compared.push({ day, kind: null, report: said(standing), hledger: balancesOf(file) })
    write(({ seq }) => seq >= fromSeq && seq <= toSeq)
    for (const kind of new Set(moves.map((move) => move.kind))) {
      const report = said(
        moves
          .filter((move) => move.kind === kind)
          .flatMap(({ debit, credit, yen }) => [[debit, yen] as const, [credit, 0 - yen] as const]),
      )
      compared.push({ day, kind, report, hledger: balancesOf(file, `desc:^${kind}$`) })
    }
  }
  return { closings, compared }
}
