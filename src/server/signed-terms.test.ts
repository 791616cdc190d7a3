import { beforeAll, describe, expect, it } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import type { Json } from '#kernel/hash.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { powerFor } from '#modules/listings/model/kinds.ts'
import { LISTING_KINDS } from '#registry/listing-kinds.ts'
import { POWER_NAMES, powerOf, type PowerName } from '#registry/powers.ts'
import { atConsole } from './manual-review.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})

/** Read as the case of a member: whose, how much, to where, by which checks. */
const OF_MEMBERS: readonly PowerName[] = [
  'deposit.credit',
  'deposit.refuse',
  'refund.decide',
  'withdrawal.deny',
  'withdrawal.approve',
  'withdrawal.settle',
  'entry.reverse',
  'report.book',
  'report.set-aside',
  'loan.approve',
  'loan.refuse',
  'copy-subscription.refuse',
  'trading.freeze-on',
  'trading.release',
  'identity.accept-flagged',
  'appeal.decide-flagged',
]
/** Requests whose power and case say all of them. */
const SAID_BY_THEIR_NAME: readonly PowerName[] = [
  'recovery.make',
  'listing.void',
  'case.seal',
  'case.reveal',
  'case.withhold',
]
type Sample = { subject: string; body: Record<string, Json> }
const SAMPLES: Partial<Record<PowerName, Sample>> = {
  'fees.set': {
    subject: 'fees-2026-12-07',
    body: { from: '2026-12-07', ratePpm: 400, minYen: 40, maxYen: 1_200 },
  },
  'limits.set': {
    subject: 'limits-2026-12-07',
    body: { from: '2026-12-07', byRuleYen: 500_000, orderYen: 100_000_000, openOrders: 100 },
  },
  'calendar.set': {
    subject: 'calendar-2026-12-05-1',
    body: { from: '2026-12-05', closed: ['2026-12-05'], opened: [] },
  },
  'hours.set': {
    subject: 'hours-2026-12-07-1',
    body: { from: '2026-12-07', until: null, sessions: [['06:00', '07:00', '12:00']], preClosing: '11:55' },
  },
  'invitations.issue': {
    subject: 'invitations-2026-12-07-1',
    body: { from: '2026-12-07', until: '2027-01-06', codes: 20, usesEach: 1 },
  },
  'document.publish': { subject: 'terms.2', body: { draft: 'none', sha256: 'ab'.repeat(32) } },
  'stock.resume': { subject: 'S214', body: { since: 1_795_000_000_000 } },
  'market.resume': { subject: 'market', body: { since: 1_795_000_000_000 } },
  'operator.add': { subject: 'op-12345678', body: { role: 'reviewer', name: '渡辺 葵' } },
  'operator.name': { subject: 'demo-reviewer-1', body: { name: '佐々木 健一' } },
  'operator.role': { subject: 'demo-reviewer-1', body: { role: 'treasurer' } },
  'operator.grant': { subject: 'demo-support-1', body: { role: 'reviewer' } },
  'operator.deputise': { subject: 'demo-support-1', body: { role: 'reviewer', until: '2026-12-24' } },
  'operator.withdraw': { subject: 'demo-support-1', body: { role: 'reviewer' } },
  'key.rotate': { subject: 'demo-reviewer-1', body: {} },
  'firm-key.make': {
    subject: '0123456789abcdef0123456789abcdef',
    body: {
      name: '会計',
      scopes: ['figures', 'ledger'],
      networks: ['203.0.113.0/24'],
      publicKey: '',
      until: '2026-12-24',
    },
  },
  'firm-webhook.make': {
    subject: 'fw-12345678',
    body: { url: 'https://hooks.example.com/firm', events: ['deposit.state', 'closing.made'] },
  },
  'clock.confirm': { subject: 'clock', body: { byMs: DAY + 2 * HOUR } },
  ...Object.fromEntries(
    LISTING_KINDS.map((kind) => [powerFor(kind), { subject: 'X-2026-0001', body: { terms: GOOD[kind] } }]),
  ),
}
const signedBySeveral = POWER_NAMES.filter((name) => powerOf(name).signers.length > 1)

/** Names of fields, parts per million, JSON, words of programs, and times in milliseconds. */
const RAW = /ppm|[Tt]enths|[a-z][A-Z]|[[\]{}"]|\d{12,}|null|undefined|NaN|\.(console|role|field|reason)\./
const isRaw = (words: string): boolean => RAW.test(words) && !/^([0-9a-f]{2}){32}$/.test(words)

it('each power of several signers is read as a case, or by its terms', () => {
  const known = new Set([...OF_MEMBERS, ...SAID_BY_THEIR_NAME, ...Object.keys(SAMPLES)])
  expect(signedBySeveral.filter((power) => !known.has(power))).toEqual([])
})

describe.each(LANGS)('terms that are signed (%s)', (lang) => {
  it.each(Object.keys(SAMPLES) as PowerName[])('%s: named, with units, nothing raw', (power) => {
    const { subject, body } = SAMPLES[power]!
    const facts = app.modules.staff.termsOf(power, subject, body, lang)
    const said = facts.flatMap(({ label, value, was }) => [label, String(value), ...(was ? [was] : [])])
    expect(said.filter((words) => words === '' || isRaw(words))).toEqual([])
    expect(facts.length).toBeGreaterThan(0)
    const terms = (body['terms'] ?? body) as Record<string, Json>
    expect(facts.length).toBeGreaterThanOrEqual(
      Object.keys(terms).filter((name) => name !== 'draft').length - 1,
    )
  })
})

describe('a table of the firm', () => {
  it('stands against what holds without it', () => {
    const { subject, body } = SAMPLES['fees.set']!
    expect(app.modules.staff.termsOf('fees.set', subject, body, 'ja')).toEqual([
      { label: '適用開始日', value: '2026/12/07 月' },
      { label: '料率（%）', value: '0.04', was: '0.05' },
      { label: '下限（円）', value: '40', was: '50' },
      { label: '上限（円）', value: '1,200', was: '1,000' },
    ])
  })

  it('is read in words by the second signer, in the pane and in a list', async () => {
    const administrator = await atConsole(app, 'demo-administrator-1')
    const auditor = await atConsole(app, 'demo-auditor-1')
    const asked = await administrator.act('operator.add', 'op-12345678', {
      body: { role: 'reviewer', name: '渡辺 葵' },
    })
    const { approvalId } = asked.data
    const terms = [
      { label: '役割', text: '審査担当', yen: null, was: null },
      { label: '氏名', text: '渡辺 葵', yen: null, was: null },
    ]
    expect((await auditor.get(`/approvals/${approvalId}?lang=ja`)).facts).toEqual(terms)
    const list = await app.call('POST', '/api/console/lists/prepare?lang=ja', {
      token: auditor.token,
      body: { power: 'operator.add', approvals: [approvalId] },
    })
    expect(list.data.lines[0].terms).toEqual(terms)
  })
})
