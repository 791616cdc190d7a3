/*
 * Lives a published day of the simulated market again: node scripts/replay-day.ts FILE|ADDRESS [DIGEST …]
 * From the published file alone (docs/replay-a-day.md): the exchange's own machine, the plan that was sealed
 * and the orders that came lead to the closing prices that were published. DIGEST: of receipts that must be
 * among those of the day. ADDRESS: …/api/market-days/2026-11-20; the seal is then read beside it. Needs this
 * directory and Node 24.
 */
import { readFileSync } from 'node:fs'
import { clockText, msOfDayJst } from '#kernel/time.ts'
import { checkDay } from '../src/modules/venue/model/day-check.ts'
import { closesHash, commitmentOf, replayDay, type DayFile } from '../src/modules/venue/model/market-day.ts'
import { textHash } from '../src/modules/venue/model/receipt.ts'

const [source, ...digests] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: node scripts/replay-day.ts FILE|ADDRESS [DIGEST ...]')
  process.exit(2)
}
type Sealed = {
  tradeDate: string
  part: number
  joins: boolean
  commitment: string
  seed: string | null
  closesHash: string | null
  fileHash: string | null
}
const isAddress = /^https?:/.test(source)
// The address answers with an envelope, the saved file is what stands in it.
const read = (
  isAddress ? await (await fetch(source)).json() : JSON.parse(readFileSync(source, 'utf8'))
) as DayFile & { data?: DayFile }
const file = read.data ?? read
let failed = 0
function step(name: string, isRight: boolean, about = ''): void {
  if (!isRight) failed++
  console.log(`${isRight ? 'ok   ' : 'WRONG'} ${name}${about === '' ? '' : `: ${about}`}`)
}

console.log(`${file.tradeDate}: ${file.opening.plan.issues.length} issues, ${file.lines.length} lines`)
if (isAddress) {
  const { data } = (await (await fetch(source.replace(/\/[^/]+$/, ''))).json()) as {
    data: { days: Sealed[] }
  }
  const sealed = data.days
    .filter(({ tradeDate, joins }) => tradeDate === file.tradeDate && !joins)
    .sort((a, b) => b.part - a.part)[0]
  step(
    'the file, its seed and its closing prices are those that were sealed and published',
    sealed !== undefined && checkDay(file, sealed).length === 0,
    sealed?.commitment ?? 'no seal',
  )
} else
  console.log(
    `     seal ${commitmentOf(file.opening.plan)}\n     file ${textHash(JSON.stringify(file))}\n     closing prices ${closesHash(file.closes)}: compare them with what was published`,
  )

const from = file.opening.from
const { closes, receipts } = replayDay(file, (at) => {
  if (process.stderr.isTTY && Math.floor((at - from) / 60_000) % 30 === 0)
    process.stderr.write(`\r${clockText(msOfDayJst(at))} JST`)
})
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
const other = closes.filter(
  ([code, close], index) => file.closes[index]?.[0] !== code || file.closes[index]?.[1] !== close,
)
step(
  'the day lived again has the same closing price for every issue',
  other.length === 0 && closes.length === file.closes.length,
  other.length === 0 ? `${closes.length} issues` : other.map(([code, close]) => `${code} ${close}`).join(' '),
)
console.log(`     ${receipts.length} receipts of members' trades`)
for (const digest of digests) step('this receipt is one of the day', receipts.includes(digest), digest)
console.log(
  failed === 0 ? `${file.tradeDate}: the day is what it should be` : `${file.tradeDate}: ${failed} WRONG`,
)
process.exit(failed === 0 ? 0 : 1)
