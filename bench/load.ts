import { withServer } from './app/forked.ts'
import { overload, type Kind, type Overload } from './app/overload.ts'
import type { Row } from './run.ts'

const SECONDS = Number(process.env['BENCH_LOAD_SECONDS'] ?? 120)
const MEMBERS = Number(process.env['BENCH_MEMBERS'] ?? 10_000)
const TIMES = 5
/** Of the 2,000 connections that the server takes; the rest is for those beside them. */
const PHONES = 1_700
const PAYERS = 6
const SLOW_MS = 1_000
const GOODPUT = 0.8
const BACK_MS = 10_000

/**
 * Five times as many orders as the server can take, for two minutes: who is accepted is served in time, the
 * others are told to come back, cancels and withdrawals go through.
 */
export default async function bench(): Promise<Row[]> {
  return rowsOf(
    await withServer({ members: MEMBERS, payers: PAYERS, demo: true }, (app) =>
      overload(app, { seconds: SECONDS, roundSeconds: 3, phones: PHONES, times: TIMES }),
    ),
  )
}

const row = (
  metric: string,
  value: number,
  unit: string,
  [anchor, anchorValue]: [string, number],
  goal: string,
  ok: boolean,
): Row => ({
  bench: 'load',
  metric,
  value,
  unit,
  anchor,
  anchorValue,
  ratio: anchor === '' ? 0 : value / anchorValue,
  goal,
  ok,
})

function rowsOf({
  capacity,
  wanted,
  sent,
  accepted,
  refused,
  broken,
  cancels,
  withdrawals,
  health,
  backMs,
}: Overload): Row[] {
  const of: [string, number] = ['capacity', Math.round(capacity)]
  const perSecond = accepted.accepted / SECONDS
  const bar: [string, number] = ['the bar', SLOW_MS]
  const served = (name: string, kind: Kind): Row[] => [
    row(
      `${name} served, of ${kind.asked}`,
      kind.served,
      '',
      ['asked', kind.asked],
      'all',
      kind.served === kind.asked,
    ),
    row(
      `${name}: p99, p50 ${kind.p50.toFixed(0)} ms`,
      kind.p99,
      'ms',
      bar,
      `< ${SLOW_MS} ms`,
      kind.p99 < SLOW_MS,
    ),
  ]
  return [
    row(`orders wanted, for ${SECONDS} s`, wanted, '1/s', of, `${TIMES}×`, true),
    row(`sent by ${PHONES} phones`, sent, '1/s', of, 'said, not set', true),
    row('accepted', perSecond, '1/s', of, `≥ ${GOODPUT}×`, perSecond >= GOODPUT * capacity),
    row(
      `accepted: p99, p50 ${accepted.p50.toFixed(0)} ms`,
      accepted.p99,
      'ms',
      bar,
      `< ${SLOW_MS} ms`,
      accepted.p99 < SLOW_MS,
    ),
    row(
      `refused: p99, ${refused.count} of them`,
      refused.p99,
      'ms',
      bar,
      `< ${SLOW_MS} ms`,
      refused.count === 0 || refused.p99 < SLOW_MS,
    ),
    row(
      'refused without Retry-After, or broken',
      refused.withoutRetryAfter + broken,
      '',
      ['', 0],
      'none',
      refused.withoutRetryAfter + broken === 0,
    ),
    ...served('cancels', cancels),
    ...served('withdrawals', withdrawals),
    ...served('health', health),
    row('back to normal', backMs / 1_000, 's', ['', 0], `≤ ${BACK_MS / 1_000} s`, backMs <= BACK_MS),
  ]
}
