import { describe, expect, it, test } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { LANGS } from '#i18n/lang.ts'
import { readCatalogue } from '#i18n/catalogues.ts'
import {
  ACT_REJECTIONS,
  APPROVAL_LIFE,
  decideAs,
  decideSignature,
  endOfRequest,
  isSigned,
  LAST_REJECTIONS,
  nextStatus,
  REASON_REJECTIONS,
  reasonProblem,
  SIGN_REJECTIONS,
  stageOf,
  type ApprovalEvent,
  type ApprovalStatus,
  type Reason,
} from './approval.ts'
import { TEXT_REJECTIONS } from './free-text.ts'
import { ROLES, type Role } from './power.ts'
import { powerKey, POWER_NAMES, POWERS, powerOf, type PowerName } from '#registry/powers.ts'

/** Security-and-trust 1, row by row: who signs. `|` one of, `+` and. */
const ROWS: [names: PowerName[], signers: string][] = [
  [
    [
      'deposit.credit',
      'deposit.refuse',
      'refund.decide',
      'withdrawal.approve',
      'withdrawal.settle',
      'report.book',
      'report.set-aside',
    ],
    'treasurer+reviewer',
  ],
  [
    [
      'withdrawal.deny',
      'loan.approve',
      'loan.refuse',
      'copy-subscription.refuse',
      'trading.freeze-on',
      'trading.release',
      'identity.accept-flagged',
      'appeal.decide-flagged',
      'stock.resume',
      'market.resume',
    ],
    'reviewer+reviewer',
  ],
  [
    [
      'statement.import',
      'transfer.make',
      'refund.mark-paid',
      'refund.mark-bounced',
      'withdrawal.mark-paid',
      'withdrawal.mark-returned',
    ],
    'treasurer',
  ],
  [['chat.reply', 'chat.canned', 'news.publish', 'news.feed', 'notice.publish'], 'support'],
  [['chat.assign'], 'support|reviewer|treasurer'],
  [['message.resend'], 'support|administrator'],
  [['queue.assign'], 'support|reviewer|treasurer|listing'],
  [['case.note', 'case.open'], 'reviewer|auditor'],
  [['case.close'], 'reviewer'],
  [['case.seal', 'case.reveal', 'case.withhold'], 'reviewer+auditor'],
  [['case.disclose'], 'reviewer|auditor'],
  [['member.note'], 'support|reviewer|treasurer|administrator'],
  [['entry.reverse'], 'treasurer+auditor'],
  [['ledger.export'], 'auditor'],
  [['closing.export'], 'auditor|treasurer|administrator'],
  [['firm-key.revoke', 'firm-webhook.set'], 'administrator|auditor|treasurer'],
  [['firm-webhook.secret'], 'administrator'],
  [['journal.verify'], 'auditor|administrator'],
  [
    [
      'identity.accept',
      'identity.reject',
      'identity.view',
      'bank-account.accept',
      'bank-account.reject',
      'bank-account.view',
      'appeal.decide',
      'trading.freeze',
      'trading.unfreeze',
      'stock.halt',
      'market.halt',
    ],
    'reviewer',
  ],
  [
    [
      'ipo.publish',
      'block-sale.publish',
      'day-inventory.publish',
      'ai-card.publish',
      'copy-product.publish',
      'listing.void',
    ],
    'listing+auditor',
  ],
  [
    [
      'draw.run',
      'allotment.decide',
      'day-application.decide',
      'ai-application.decide',
      'level.change',
      'credit-score.change',
      'passkey.end-all',
      'break-glass.begin',
      'break-glass.open',
    ],
    '',
  ],
  [
    [
      'fees.set',
      'limits.set',
      'calendar.set',
      'hours.set',
      'document.publish',
      'invitations.issue',
      'key.rotate',
      'operator.add',
      'operator.role',
      'operator.name',
      'operator.grant',
      'operator.deputise',
      'operator.withdraw',
      'clock.confirm',
      'recovery.make',
      'firm-key.make',
      'firm-webhook.make',
    ],
    'administrator+auditor',
  ],
  [['break-glass.stop'], 'administrator|auditor'],
  [['passkey.add', 'passkey.end'], ROLES.join('|')],
]
/** Denials and freezes: never without a reason of the list. */
const WITH_TEXT: PowerName[] = [
  'deposit.refuse',
  'withdrawal.deny',
  'entry.reverse',
  'appeal.decide',
  'appeal.decide-flagged',
]
const LISTED: PowerName[] = [
  'refund.decide',
  'report.set-aside',
  'case.open',
  'case.close',
  'case.seal',
  'case.reveal',
  'case.withhold',
  'identity.reject',
  'identity.accept-flagged',
  'bank-account.reject',
  'loan.refuse',
  'copy-subscription.refuse',
  'trading.freeze',
  'trading.freeze-on',
  'trading.release',
  'stock.halt',
  'market.halt',
  'listing.void',
  'calendar.set',
  'hours.set',
  'operator.grant',
  'operator.deputise',
  'operator.withdraw',
]

describe('the stage of a signature', () => {
  const now = Date.parse('2026-11-26T03:00:00Z')
  const request = (over: Partial<Parameters<typeof stageOf>[1]>) => ({
    status: 'open' as const,
    signatures: [{ operatorId: 'r1' }],
    askedAt: now - HOUR,
    withdrawnAt: null,
    ...over,
  })
  const both = [{ operatorId: 'r1' }, { operatorId: 'r2' }]
  it.each([
    ['r1', request({}), 'asked'],
    ['r2', request({ signatures: both }), 'signed'],
    ['r1', request({ signatures: both, status: 'carried-out' }), 'asked'],
    ['r2', request({ signatures: both, status: 'carried-out' }), 'carried-out'],
    ['r1', request({ status: 'carried-out' }), 'carried-out'],
    ['r1', request({ askedAt: now - APPROVAL_LIFE }), 'lapsed'],
    ['r1', request({ status: 'expired' }), 'lapsed'],
    ['r1', request({ status: 'expired', withdrawnAt: now - 1 }), 'withdrawn'],
  ] as const)('of %s in %o is %s', (operatorId, of, stage) => {
    expect(stageOf(operatorId, of, now)).toBe(stage)
  })
})

describe('powers', () => {
  it.each(ROWS)('%j are signed by %s', (names, signers) => {
    for (const name of names)
      expect([
        name,
        powerOf(name)
          .signers.map((roles) => roles.join('|'))
          .join('+'),
      ]).toEqual([name, signers])
  })
  it('are all in the table, and no other', () => {
    expect(ROWS.flatMap(([names]) => names).toSorted()).toEqual(POWER_NAMES.toSorted())
  })
  it('ask for a reason where they deny, stop or close something, and a text where money or an appeal is denied', () => {
    for (const name of POWER_NAMES) {
      const asked = WITH_TEXT.includes(name) ? 'listed+text' : LISTED.includes(name) ? 'listed' : 'none'
      expect([name, powerOf(name).reason, (powerOf(name).reasons ?? []).length > 0]).toEqual([
        name,
        asked,
        asked !== 'none',
      ])
    }
  })
  it('that move money of a member, or judge one, are seen by the member', () => {
    for (const name of POWER_NAMES.filter((each) =>
      /^(deposit|withdrawal|entry|identity|bank-account|loan|copy-subscription|appeal|trading)\./.test(each),
    )) {
      expect([name, powerOf(name).seen]).toEqual([name, 'member'])
    }
  })
  it.each(LANGS)('roles, powers, reasons and refusals are worded in %s', (lang) => {
    const catalogue = readCatalogue(lang)
    const reasons = POWER_NAMES.flatMap((name) => powerOf(name).reasons ?? [])
    for (const key of [
      ...POWER_NAMES.map(powerKey),
      ...ROLES.map((role) => `staff.role.${role}`),
      ...reasons.map((code) => `staff.reason.${code}`),
      ...[
        ...ACT_REJECTIONS,
        ...REASON_REJECTIONS,
        ...SIGN_REJECTIONS,
        ...LAST_REJECTIONS,
        ...TEXT_REJECTIONS,
        'MEMBER_UNKNOWN',
        'NOT_FROZEN',
        'FROZEN_ALONE_OFTEN',
        'FROZEN_ALONE_ONCE',
      ].map((code) => `staff.rejection.${code}`),
    ])
      expect([key, catalogue[key] !== undefined]).toEqual([key, true])
  })
})

const TRANSITIONS: [ApprovalStatus, ApprovalEvent, ApprovalStatus | null][] = [
  ['open', 'sign', 'open'],
  ['open', 'complete', 'carried-out'],
  ['open', 'expire', 'expired'],
  ['carried-out', 'sign', null],
  ['carried-out', 'complete', null],
  ['carried-out', 'expire', null],
  ['expired', 'sign', null],
  ['expired', 'complete', null],
  ['expired', 'expire', null],
]
test.each(TRANSITIONS)('an approval that is %s and meets %s becomes %s', (status, event, next) =>
  expect(nextStatus(status, event)).toBe(next),
)

describe('a signature of somebody with several roles', () => {
  const held = (...roles: [Role, boolean?][]) => roles.map(([role, deputy = false]) => ({ role, deputy }))
  const asked = (power: PowerName, roles: ReturnType<typeof held>, signed: Signed[] = []) => {
    const { as, decided } = decideAs(
      {
        power: powerOf(power),
        status: signed.length === 0 ? null : 'open',
        signed: signed.map(([operatorId, role]) => ({ operatorId, role })),
        askedAt: NOW,
        now: NOW,
        excluded: [],
      },
      'x',
      roles,
    )
    return [as.role, decided.ok ? decided.event : decided.rejection]
  }
  it.each<[string, [PowerName, ReturnType<typeof held>, Signed[]?], [Role, string]]>([
    ['in the one that may', ['identity.accept', held(['support'], ['reviewer'])], ['reviewer', 'complete']],
    ['the own one first', ['queue.assign', held(['support'], ['reviewer'])], ['support', 'complete']],
    ['none may', ['fees.set', held(['support'], ['reviewer'])], ['support', 'ROLE_MAY_NOT']],
    [
      'once, in whichever of them',
      ['deposit.credit', held(['treasurer'], ['reviewer']), [['x', 'treasurer']]],
      ['treasurer', 'SIGNED_ALREADY'],
    ],
    [
      'in the place that is free',
      ['deposit.credit', held(['treasurer'], ['reviewer']), [['t', 'treasurer']]],
      ['reviewer', 'complete'],
    ],
    ['a deputy', ['fees.set', held(['support'], ['administrator', true])], ['administrator', 'sign']],
    [
      'a deputy where no deputy may',
      ['operator.grant', held(['support'], ['administrator', true])],
      ['administrator', 'DEPUTY_MAY_NOT'],
    ],
    [
      'a deputy who holds it for good elsewhere',
      ['operator.grant', held(['administrator'], ['listing', true])],
      ['administrator', 'sign'],
    ],
  ])('%s', (_, request, answer) => expect(asked(...request)).toEqual(answer))
})

type Signed = [operatorId: string, role: Role]
const NOW = 1_800_000_000_000
const SIGNATURES: [
  name: string,
  power: PowerName,
  status: ApprovalStatus | null,
  signed: Signed[],
  signer: Signed,
  answer: string,
  at?: { askedAt?: number; excluded?: string[] },
][] = [
  ['the first of two', 'deposit.credit', null, [], ['t1', 'treasurer'], 'sign'],
  ['in either order', 'deposit.credit', null, [], ['r1', 'reviewer'], 'sign'],
  ['the second of two', 'deposit.credit', 'open', [['t1', 'treasurer']], ['r1', 'reviewer'], 'complete'],
  ['one signature is enough', 'identity.accept', null, [], ['r1', 'reviewer'], 'complete'],
  ['two reviewers', 'withdrawal.deny', 'open', [['r1', 'reviewer']], ['r2', 'reviewer'], 'complete'],
  ['what a published rule decides', 'draw.run', null, [], ['a1', 'administrator'], 'NOBODY_MAY'],
  ['a role that the row does not name', 'deposit.credit', null, [], ['a1', 'auditor'], 'ROLE_MAY_NOT'],
  ['support touching money', 'withdrawal.approve', null, [], ['s1', 'support'], 'ROLE_MAY_NOT'],
  [
    'carried out already',
    'deposit.credit',
    'carried-out',
    [
      ['t1', 'treasurer'],
      ['r1', 'reviewer'],
    ],
    ['r2', 'reviewer'],
    'ALREADY_CARRIED_OUT',
  ],
  [
    'expired by the sweep',
    'deposit.credit',
    'expired',
    [['t1', 'treasurer']],
    ['r1', 'reviewer'],
    'APPROVAL_EXPIRED',
  ],
  [
    'a millisecond before 24 h',
    'deposit.credit',
    'open',
    [['t1', 'treasurer']],
    ['r1', 'reviewer'],
    'complete',
    { askedAt: NOW - 24 * HOUR + 1 },
  ],
  [
    'at 24 h',
    'deposit.credit',
    'open',
    [['t1', 'treasurer']],
    ['r1', 'reviewer'],
    'APPROVAL_EXPIRED',
    { askedAt: NOW - 24 * HOUR },
  ],
  [
    'asked in the future',
    'identity.accept',
    null,
    [],
    ['r1', 'reviewer'],
    'APPROVAL_EXPIRED',
    { askedAt: NOW + 1 },
  ],
  [
    'the same person twice',
    'withdrawal.deny',
    'open',
    [['r1', 'reviewer']],
    ['r1', 'reviewer'],
    'SIGNED_ALREADY',
  ],
  [
    'two treasurers where one and a reviewer must',
    'deposit.credit',
    'open',
    [['t1', 'treasurer']],
    ['t2', 'treasurer'],
    'ROLE_SIGNED_ALREADY',
  ],
  ['the auditor before it was prepared', 'ipo.publish', null, [], ['a1', 'auditor'], 'NOT_YET_PREPARED'],
  ['prepared, then the auditor', 'ipo.publish', 'open', [['l1', 'listing']], ['a1', 'auditor'], 'complete'],
  [
    'who decided what is appealed against',
    'appeal.decide',
    null,
    [],
    ['r1', 'reviewer'],
    'OWN_CASE',
    { excluded: ['r1', 'r2'] },
  ],
  [
    'a third reviewer decides the appeal',
    'appeal.decide',
    null,
    [],
    ['r3', 'reviewer'],
    'complete',
    { excluded: ['r1', 'r2'] },
  ],
]
test.each(SIGNATURES)(
  'a signature: %s',
  (_, power, status, signed, [operatorId, role], answer, { askedAt = NOW, excluded = [] } = {}) => {
    const decided = decideSignature({
      power: powerOf(power),
      status,
      signed: signed.map(([id, of]) => ({ operatorId: id, role: of })),
      askedAt,
      now: NOW,
      signer: { operatorId, role },
      excluded,
    })
    expect(decided.ok ? decided.event : decided.rejection).toBe(answer)
  },
)

const text = { id: 't', hash: 'h' }
const REASONS: [power: PowerName, reason: Reason | null, problem: string | null][] = [
  ['deposit.credit', null, null],
  ['deposit.credit', { code: 'duplicate', text: null }, 'REASON_NOT_ASKED'],
  ['identity.reject', null, 'REASON_REQUIRED'],
  ['identity.reject', { code: 'because', text: null }, 'REASON_UNLISTED'],
  ['identity.reject', { code: 'expired', text: null }, null],
  ['identity.reject', { code: 'expired', text }, 'TEXT_NOT_ASKED'],
  ['withdrawal.deny', { code: 'takeover', text: null }, 'TEXT_REQUIRED'],
  ['withdrawal.deny', { code: 'affordability', text }, 'REASON_UNLISTED'],
  ['withdrawal.deny', { code: 'takeover', text }, null],
]
test.each(REASONS)('%s for %j: %s', (power, reason, problem) =>
  expect(reasonProblem(powerOf(power), reason)?.rejection ?? null).toBe(problem),
)

const SETS: [name: string, power: PowerName, signed: Signed[], answer: boolean][] = [
  [
    'both',
    'deposit.credit',
    [
      ['t1', 'treasurer'],
      ['r1', 'reviewer'],
    ],
    true,
  ],
  ['one', 'deposit.credit', [['t1', 'treasurer']], false],
  [
    'one person in two roles',
    'deposit.credit',
    [
      ['x', 'treasurer'],
      ['x', 'reviewer'],
    ],
    false,
  ],
  [
    'the wrong roles',
    'deposit.credit',
    [
      ['r1', 'reviewer'],
      ['r2', 'reviewer'],
    ],
    false,
  ],
  [
    'more than asked',
    'identity.accept',
    [
      ['r1', 'reviewer'],
      ['r2', 'reviewer'],
    ],
    false,
  ],
]
test.each(SETS)('I11, %s: %s', (_, power, signed, answer) => {
  expect(
    isSigned(
      POWERS[power],
      signed.map(([operatorId, role]) => ({ operatorId, role, at: NOW, desk: false })),
    ),
  ).toBe(answer)
})

test.each<[ApprovalStatus, number | null, number, object | null]>([
  ['carried-out', null, 0, null],
  ['open', null, APPROVAL_LIFE - 1, { status: 'open', at: NOW + APPROVAL_LIFE }],
  ['open', null, APPROVAL_LIFE, { status: 'lapsed', at: NOW + APPROVAL_LIFE }],
  ['expired', null, 2 * APPROVAL_LIFE, { status: 'lapsed', at: NOW + APPROVAL_LIFE }],
  ['expired', NOW + 5, 10, { status: 'withdrawn', at: NOW + 5 }],
])('a request that is %s, withdrawn at %s, after %i ms', (status, withdrawnAt, after, end) =>
  expect(endOfRequest({ status, at: NOW, withdrawnAt }, NOW + after)).toEqual(end),
)
