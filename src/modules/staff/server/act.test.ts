import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AnyJson } from '#server/test-app.ts'
import { no } from '#kernel/result.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import type { Json } from '#kernel/hash.ts'
import type { Call, Command, DomainEvent, Outcome, NondeterministicInputs } from '#platform/engine/command.ts'
import { done } from '#platform/engine/command.ts'
import { event } from '#platform/engine/event.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { defineTable } from '#platform/engine/table.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { isSigned, OPENED_AT_MOST, OPENED_WITHIN, type Signature } from '../model/approval.ts'
import type { Role } from '../model/power.ts'
import { powerOf, type PowerName } from '#registry/powers.ts'
import { requestText, type ActRequest } from '../model/request.ts'
import { approvalIdOf, lapseApprovals, staffAct, type SignAct } from './act.ts'
import { managedAccounts } from '#modules/identity/server/managed-accounts.ts'
import { members } from '#modules/identity/server/tables.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { openEffects } from './effects.ts'
import { freezeEffects } from './freeze.ts'
import { openDemoOperator } from './open-operator.ts'
import { demoKey, publicKeyOf, signatureOf } from './operator-keys.ts'
import {
  approvals,
  caseRequests,
  freezes,
  operatorActs,
  operatorPasskeys,
  operatorRoles,
  operators,
  signedLists,
} from './tables.ts'

const caseDecided = event('case.decided', (subject: string) => ({ subject }))

/** A case that the acts of these tests work on: open or decided, of one member. */
type Case = { id: string; memberId: string; decided: string | null }
const cases = defineTable<Case>()({
  name: 'cases',
  columns: { id: 'text', memberId: 'text', decided: 'text?' },
  key: 'id',
})

const SECRET = Buffer.alloc(32, 7)
const OPERATORS: [id: string, role: Role, number: number][] = [
  ['r1', 'reviewer', 1],
  ['r2', 'reviewer', 2],
  ['r3', 'reviewer', 3],
  ['r4', 'reviewer', 4],
  ['t1', 'treasurer', 1],
  ['t2', 'treasurer', 2],
  ['s1', 'support', 1],
  ['a1', 'auditor', 1],
]

/** Inputs as an older version captured them. */
const asCaptured = (inputs: AnyJson): AnyJson => inputs

function desk() {
  const tables = new HotTables([
    operators,
    operatorPasskeys,
    operatorRoles,
    approvals,
    operatorActs,
    freezes,
    caseRequests,
    signedLists,
    messages,
    members,
    managedAccounts,
    cases,
  ])
  const clock = { wall: () => now, market: () => now }
  let now = Date.parse('2026-11-19T03:00:00Z')
  let seq = 0
  const kept: Record<string, object[]> = {}
  const effects = openEffects()
  const decide = (power: PowerName, as: string) =>
    effects.add('staff', {
      power,
      refuse: (read, subject) => (read.of(cases).get(subject)?.decided ? no('CASE_DECIDED') : null),
      carryOut(access, { subject, body }) {
        access.of(cases).update(access.of(cases).get(subject)!, { decided: as })
        return 'fail' in body ? no('TOO_LATE') : done({ as }, [caseDecided(subject)])
      },
      memberOf: (read, subject) => read.of(cases).get(subject)?.memberId ?? null,
      ...(power === 'identity.accept' ? { takes: ['yen'] } : {}),
      ...(power === 'appeal.decide' ? { excluded: () => ['r1', 'r2'] } : {}),
    })
  for (const [power, as] of [
    ['deposit.credit', 'credited'],
    ['deposit.refuse', 'refused'],
    ['withdrawal.deny', 'denied'],
    ['identity.accept', 'accepted'],
    ['identity.reject', 'rejected'],
    ['appeal.decide', 'appealed'],
  ] as const)
    decide(power, as)
  for (const effect of freezeEffects(clock)) effects.add('staff', effect)
  const act = staffAct({ clock: clock as never }, effects, { rpId: 'localhost', origin: null })
  const world: NondeterministicInputs = { id: () => 'id' }
  function submit<Input, Inputs, T>(
    command: Command<Input, Inputs, T>,
    input: Input,
    captured: (inputs: AnyJson) => AnyJson = asCaptured,
  ): Outcome<T> & { events?: readonly DomainEvent[] } {
    const call: Call = { actor: 'test', memberId: null, device: '', key: '', seq: ++seq, at: now }
    const outcome = command.run(
      tables.access,
      input,
      captured(command.captureInputs(world, input, call, tables.access)),
      call,
    )
    if (!outcome.ok) tables.undo()
    tables.keep()
    for (const { definition, rows } of tables.takeChanges()) (kept[definition.name] ??= []).push(...rows)
    return outcome
  }
  for (const [id, role, number] of OPERATORS)
    submit(openDemoOperator, { id, role, number, publicKey: publicKeyOf(demoKey(SECRET, id)) })
  tables.access
    .of(members)
    .insert({
      id: 'm1',
      number: 1,
      level: 'beginner',
      openedAt: now,
      frozenAt: null,
      heldUntil: null,
      withdrawalsClosedUntil: null,
      tradingLimitedUntil: null,
      restsBecause: null,
    })
  for (const id of ['c1', 'c2']) tables.access.of(cases).insert({ id, memberId: 'm1', decided: null })
  tables.keep()
  const request = (patch: Partial<ActRequest> = {}): ActRequest => ({
    power: 'deposit.credit',
    subject: 'c1',
    body: { yen: 500_000 },
    reason: null,
    askedAt: now,
    ...patch,
  })
  return {
    effects,
    kept,
    tables: tables.access,
    request,
    wait: (ms: number) => {
      now += ms
    },
    isFrozen: () => isFrozen(tables.access, 'm1', now),
    lapse: () => submit(lapseApprovals, null),
    /** Signs `asked`, or where given another text than what is sent. */
    sign(operatorId: string, asked: ActRequest, patch: Partial<SignAct> = {}, captured = asCaptured) {
      const signature = signatureOf(demoKey(SECRET, operatorId), requestText(asked))
      return submit(act, { ...asked, operatorId, signature, desk: false, ...patch }, captured)
    },
    caseOf: (id: string) => tables.access.of(cases).get(id)!.decided,
    acts: () => kept.operator_acts ?? [],
  }
}

let d: ReturnType<typeof desk>
beforeEach(() => {
  d = desk()
})
const answer = (outcome: Outcome<unknown>): unknown =>
  outcome.ok ? (outcome.answer as { status: string }).status : outcome.rejection
const denial = { code: 'takeover', text: { id: 'text-1', hash: 'abc' } }

describe('an act', () => {
  it('with two signatures is carried out with the second, in its command, and the member can see it', () => {
    const asked = d.request()
    const first = d.sign('t1', asked)
    expect(first).toMatchObject({
      ok: true,
      answer: { status: 'open', missing: 1, approvalId: approvalIdOf(asked) },
    })
    expect([d.caseOf('c1'), d.acts()]).toEqual([null, []])
    const second = d.sign('r1', asked)
    expect(second).toMatchObject({
      ok: true,
      answer: { status: 'carried-out', missing: 0, result: { as: 'credited' } },
    })
    expect(second.events?.map(({ type }) => type)).toEqual(['case.decided', 'message.left', 'operator.acted'])
    expect(d.caseOf('c1')).toBe('credited')
    expect(d.acts()).toMatchObject([
      {
        memberId: 'm1',
        power: 'deposit.credit',
        subject: 'c1',
        signatures: [
          { operatorId: 't1', role: 'treasurer' },
          { operatorId: 'r1', role: 'reviewer' },
        ],
      },
    ])
    expect(d.kept.messages).toMatchObject([{ memberId: 'm1', kind: 'operatorActed' }])
  })
  it('whose content was edited after signing is another request, and begins with no signature', () => {
    d.sign('t1', d.request())
    const edited = d.sign('t1', d.request({ body: { yen: 900_000 } }))
    expect(edited).toMatchObject({ ok: true, answer: { status: 'open', missing: 1 } })
    expect(d.caseOf('c1')).toBeNull()
    expect(answer(d.sign('r1', d.request())), 'what was asked before is over').toBe('APPROVAL_EXPIRED')
  })
  it('is opened three times a case by one person, to and fro or after it has lapsed, and no more for 30 days', () => {
    const credit = (yen: number) => d.request({ body: { yen } })
    const refusal = () =>
      d.request({ power: 'deposit.refuse', body: {}, reason: { ...denial, code: 'duplicate' } })
    expect(answer(d.sign('r1', refusal()))).toBe('open')
    d.wait(1)
    expect(answer(d.sign('r1', credit(1)))).toBe('open')
    d.wait(DAY)
    d.lapse()
    expect(answer(d.sign('r1', refusal()))).toBe('open')
    d.wait(1)
    const often = d.sign('r1', credit(2))
    expect([answer(often), often]).toEqual(['ASKED_OFTEN', expect.objectContaining({ ok: false })])
    d.wait(DAY)
    d.lapse()
    expect(answer(d.sign('r1', credit(3)))).toBe('ASKED_OFTEN')
    // Another case is another, somebody else opens this one, and who has asked too often may sign.
    expect(answer(d.sign('r1', d.request({ subject: 'c2' })))).toBe('open')
    const theirs = credit(4)
    expect(answer(d.sign('t1', theirs))).toBe('open')
    expect(answer(d.sign('r1', theirs))).toBe('carried-out')
  })

  it('counts for 30 days from when it was opened, and not in records from before it was counted', () => {
    const asked = (n: number) => d.request({ body: { n } })
    for (let n = 0; n < OPENED_AT_MOST; n++) {
      expect(answer(d.sign('t1', asked(n)))).toBe('open')
      d.wait(DAY)
      d.lapse()
    }
    d.wait(OPENED_WITHIN - OPENED_AT_MOST * DAY - 1)
    expect(d.sign('t1', asked(9))).toMatchObject({ rejection: 'ASKED_OFTEN' })
    expect(answer(d.sign('t1', asked(9), {}, ({ bounded: _, ...inputs }) => inputs))).toBe('open')
    d.wait(DAY)
    d.lapse()
    expect(answer(d.sign('t1', asked(10)))).toBe('open')
  })

  it('is one a case while it is open: nobody else asks otherwise, or for the contrary; another case is another', () => {
    const asked = d.request()
    d.sign('t1', asked)
    const refusal = { ...denial, code: 'duplicate' }
    for (const [who, patch] of [
      ['r1', { body: { yen: 900_000 } }],
      ['t2', { body: { yen: 900_000 } }],
      ['r1', { power: 'deposit.refuse', reason: refusal }],
    ] as const) {
      expect([who, answer(d.sign(who, d.request(patch)))]).toEqual([who, 'REQUEST_OPEN'])
    }
    expect(answer(d.sign('r1', d.request({ subject: 'c2' })))).toBe('open')
    expect(
      answer(d.sign('t1', d.request({ power: 'deposit.refuse', reason: refusal }))),
      'who alone has asked may ask otherwise',
    ).toBe('open')
    expect(answer(d.sign('r1', asked))).toBe('APPROVAL_EXPIRED')
    expect(d.tables.of(approvals).get(approvalIdOf(asked))).toMatchObject({
      status: 'expired',
      withdrawnAt: asked.askedAt,
    })
    d.wait(24 * HOUR)
    expect(answer(d.sign('r1', d.request())), 'it has lapsed, whether or not somebody looked').toBe('open')
  })
  it('of one person alone is done at once, whatever is open: one freezes while two think of a longer freeze', () => {
    const freeze = { subject: 'm1', body: {}, reason: { code: 'takeover', text: null } }
    expect(answer(d.sign('r1', d.request({ power: 'trading.freeze-on', ...freeze })))).toBe('open')
    expect(answer(d.sign('r2', d.request({ power: 'trading.freeze', ...freeze })))).toBe('carried-out')
  })
  it('with a signature over something else is refused', () => {
    const asked = d.request()
    d.sign('t1', asked)
    expect(answer(d.sign('r1', asked, { body: { yen: 900_000 } }))).toBe('SIGNATURE_WRONG')
    expect(answer(d.sign('t1', asked, { operatorId: 'r1' }))).toBe('SIGNATURE_WRONG')
    expect(answer(d.sign('r1', asked, { signature: 'x' }))).toBe('SIGNATURE_WRONG')
  })
  it('is never carried out twice: a signature that was used counts no more', () => {
    const asked = d.request({ power: 'identity.accept' })
    expect(answer(d.sign('r1', asked))).toBe('carried-out')
    expect(answer(d.sign('r1', asked))).toBe('ALREADY_CARRIED_OUT')
    d.wait(25 * HOUR)
    d.lapse()
    expect(d.tables.of(approvals).all()).toEqual([])
    expect(answer(d.sign('r1', asked))).toBe('APPROVAL_EXPIRED')
  })
  it('whose room refuses with the last signature leaves the request as it was', () => {
    const asked = d.request({ body: { fail: true } })
    d.sign('t1', asked)
    expect(answer(d.sign('r1', asked))).toBe('TOO_LATE')
    expect([
      d.caseOf('c1'),
      d.acts(),
      d.tables.of(approvals).get(approvalIdOf(asked))?.signatures.length,
    ]).toEqual([null, [], 1])
  })
})

describe('refused, by name', () => {
  const REFUSED: [rejection: string, operatorId: string, patch: Partial<ActRequest>][] = [
    ['OPERATOR_UNKNOWN', 'nobody', {}],
    ['POWER_UNKNOWN', 'r1', { power: 'balance.set' as PowerName }],
    ['POWER_UNKNOWN', 'r1', { power: 'toString' as PowerName }],
    ['POWER_UNKNOWN', 'r1', { power: '__proto__' as PowerName }],
    ['POWER_UNKNOWN', 'r1', { power: 'loan.approve' }],
    ['REASON_REQUIRED', 'r1', { power: 'withdrawal.deny' }],
    ['BODY_INCOMPLETE', 'r1', { power: 'identity.accept', subject: 'gone', body: {} }],
    ['REASON_NOT_ASKED', 'r1', { reason: denial }],
    ['REASON_UNLISTED', 'r1', { power: 'withdrawal.deny', reason: { ...denial, code: 'unpaid-tax' } }],
    ['TEXT_REQUIRED', 'r1', { power: 'withdrawal.deny', reason: { code: 'takeover', text: null } }],
    ['TEXT_NOT_ASKED', 'r1', { power: 'identity.reject', reason: { code: 'expired', text: denial.text } }],
    ['NOBODY_MAY', 'a1', { power: 'draw.run' }],
    ['ROLE_MAY_NOT', 's1', {}],
    ['APPROVAL_EXPIRED', 'r1', { askedAt: Date.parse('2026-11-18T03:00:00Z') }],
    ['OWN_CASE', 'r1', { power: 'appeal.decide', reason: { code: 'upheld', text: denial.text } }],
    ['CASE_DECIDED', 'r1', { subject: 'gone' }],
  ]
  it.each(REFUSED)('%s: %s asks %j', (rejection, operatorId, patch) => {
    d.tables.of(cases).insert({ id: 'gone', memberId: 'm1', decided: 'credited' })
    expect(answer(d.sign(operatorId, d.request(patch)))).toBe(rejection)
    expect([d.caseOf('c1'), d.acts()]).toEqual([null, []])
  })
  it('SIGNED_ALREADY and ROLE_SIGNED_ALREADY: the second must be another person of the other role', () => {
    const asked = d.request()
    d.sign('t1', asked)
    expect(answer(d.sign('t1', asked))).toBe('SIGNED_ALREADY')
    expect(answer(d.sign('t2', asked))).toBe('ROLE_SIGNED_ALREADY')
    expect(answer(d.sign('a1', asked))).toBe('ROLE_MAY_NOT')
    expect(d.caseOf('c1')).toBeNull()
  })
  it('APPROVAL_EXPIRED: 24 h after it was asked for, whether or not somebody looked', () => {
    const asked = d.request({ power: 'withdrawal.deny', reason: denial })
    d.sign('r1', asked)
    d.wait(DAY - 1)
    d.lapse()
    expect(d.tables.of(approvals).get(approvalIdOf(asked))?.status).toBe('open')
    d.wait(1)
    expect(answer(d.sign('r2', asked))).toBe('APPROVAL_EXPIRED')
    expect(d.lapse()).toMatchObject({ answer: { lapsed: 1 } })
    expect(d.kept.approvals?.at(-1)).toMatchObject({ status: 'expired', isOver: true })
    expect(answer(d.sign('r2', d.request({ power: 'withdrawal.deny', reason: denial })))).toBe('open')
  })
})

describe('a freeze by the firm', () => {
  const reason = { code: 'takeover', text: null }
  const asked = (power: PowerName) =>
    d.request({
      power,
      subject: 'm1',
      body: {},
      reason:
        power === 'trading.unfreeze'
          ? null
          : power === 'trading.release'
            ? { code: 'cleared', text: null }
            : reason,
    })
  /** Answers to the signatures of these people under one request to end the freeze. */
  const released = (...people: string[]) => {
    const request = asked('trading.release')
    return people.map((each) => answer(d.sign(each, request)))
  }
  it('by one reviewer ends by itself after 24 h', () => {
    expect(answer(d.sign('r1', asked('trading.freeze')))).toBe('carried-out')
    d.wait(DAY - 1)
    expect(d.isFrozen()).toBe(true)
    d.wait(1)
    expect(d.isFrozen()).toBe(false)
    expect(d.acts()).toMatchObject([{ memberId: 'm1', power: 'trading.freeze', reason: 'takeover' }])
  })
  it('goes on with a second signature, and is ended by two of whom one had no part in it', () => {
    d.sign('r1', asked('trading.freeze'))
    const on = asked('trading.freeze-on')
    expect([answer(d.sign('r1', on)), answer(d.sign('r1', on)), answer(d.sign('r2', on))]).toEqual([
      'open',
      'SIGNED_ALREADY',
      'carried-out',
    ])
    d.wait(2 * DAY)
    expect(d.isFrozen()).toBe(true)
    expect(released('r1', 'r1', 'r2', 's1')).toEqual(['open', 'SIGNED_ALREADY', 'OWN_CASE', 'ROLE_MAY_NOT'])
    expect(d.isFrozen()).toBe(true)
    expect(released('r1', 'r3')).toEqual(['SIGNED_ALREADY', 'carried-out'])
    expect(d.isFrozen()).toBe(false)
    d.wait(1)
    expect(released('r3')).toEqual(['NOT_FROZEN'])
  })
  it('is ended by no request of those who froze, in whatever order they try', () => {
    const on = asked('trading.freeze-on')
    d.sign('r1', on)
    d.sign('r2', on)
    expect(released('r2', 'r1')).toEqual(['open', 'OWN_CASE'])
    d.wait(HOUR)
    // Another reason is another request: theirs waits, and they may not begin a second one beside it.
    const otherwise = d.request({
      power: 'trading.release',
      subject: 'm1',
      body: {},
      reason: { code: 'frozen-by-mistake', text: null },
    })
    expect(answer(d.sign('r1', otherwise))).toBe('OWN_CASE')
    d.wait(DAY)
    expect(released('r3', 'r1')).toEqual(['open', 'carried-out'])
  })
  it('is not ended by the power of before, which journals of then run again', () => {
    d.sign('r1', asked('trading.freeze'))
    const old = asked('trading.unfreeze')
    expect([answer(d.sign('r2', old)), d.isFrozen()]).toEqual(['POWER_RETIRED', true])
    const then = ({ current: _, ...inputs }: AnyJson): AnyJson => inputs
    expect(answer(d.sign('r1', old, {}, then))).toBe('OWN_CASE')
    expect(answer(d.sign('r2', old, {}, then))).toBe('carried-out')
    expect(d.isFrozen()).toBe(false)
  })
  it.each(['takeover', 'court-order', 'inheritance', 'legal-hold'])(
    'has the ground %s in its act',
    (code) => {
      d.sign('r1', { ...asked('trading.freeze'), reason: { code, text: null } })
      expect(d.acts()).toMatchObject([{ power: 'trading.freeze', reason: code }])
      expect(answer(d.sign('r2', { ...asked('trading.release'), reason: { code, text: null } }))).toBe(
        'REASON_UNLISTED',
      )
    },
  )
  it('is not begun anew by whoever froze within 30 days: neither while it lasts, nor when it has ended, nor when another one has lifted it', () => {
    d.sign('r1', asked('trading.freeze'))
    d.wait(DAY - 1)
    expect(answer(d.sign('r1', asked('trading.freeze')))).toBe('OWN_CASE')
    d.wait(1)
    expect([d.isFrozen(), answer(d.sign('r1', asked('trading.freeze'))), d.isFrozen()]).toEqual([
      false,
      'OWN_CASE',
      false,
    ])
    expect(answer(d.sign('r2', asked('trading.freeze')))).toBe('carried-out')
    expect(released('r3', 'r4')).toEqual(['open', 'carried-out'])
    d.wait(1)
    expect(answer(d.sign('r1', asked('trading.freeze')))).toBe('OWN_CASE')
    d.wait(29 * DAY)
    expect(answer(d.sign('r1', asked('trading.freeze')))).toBe('carried-out')
  })
  it('by each of them once: then by two until 30 days have passed since the first, and by one again', () => {
    for (const reviewer of ['r1', 'r2', 'r3']) {
      expect(answer(d.sign(reviewer, asked('trading.freeze')))).toBe('carried-out')
      d.wait(DAY)
    }
    expect([
      d.isFrozen(),
      ...['r1', 'r2', 'r3'].map((reviewer) => answer(d.sign(reviewer, asked('trading.freeze')))),
    ]).toEqual([false, 'OWN_CASE', 'OWN_CASE', 'OWN_CASE'])
    expect(d.sign('r4', asked('trading.freeze')), 'nor by a fourth').toMatchObject({
      ok: false,
      rejection: 'FROZEN_ALONE_OFTEN',
    })
    const on = asked('trading.freeze-on')
    expect([answer(d.sign('r1', on)), answer(d.sign('r2', on)), d.isFrozen()]).toEqual([
      'open',
      'carried-out',
      true,
    ])
    expect(released('r3', 'r4'), 'who had a part in one that is over may end this one').toEqual([
      'open',
      'carried-out',
    ])
    d.wait(27 * DAY - 1)
    expect(answer(d.sign('r1', asked('trading.freeze')))).toBe('OWN_CASE')
    d.wait(1)
    expect(answer(d.sign('r1', asked('trading.freeze')))).toBe('carried-out')
    expect(
      d.tables
        .of(freezes)
        .get('m1')!
        .alone.map(({ operatorId }) => operatorId),
      'what counts no more is not kept',
    ).toEqual(['r2', 'r3', 'r1'])
  })
  it('of a record from before the rule of 30 days is run again as it was', () => {
    const [freeze] = freezeEffects({ wall: () => Date.parse('2026-11-19T03:00:00Z') })
    d.sign('r1', asked('trading.freeze'))
    d.wait(40 * DAY)
    expect([
      freeze!.excluded!(d.tables, 'm1', { once: true }),
      freeze!.excluded!(d.tables, 'm1', null),
    ]).toEqual([['r1'], []])
    expect(freeze!.refuse!(d.tables, 'm1', {}, { once: true })).toBeNull()
    freeze!.carryOut(
      d.tables,
      { subject: 'm1', body: {}, reason, signers: [{ operatorId: 'r2' }] } as never,
      { wall: 0 } as never,
      { once: true },
    )
    expect(d.tables.of(freezes).get('m1')).toMatchObject({
      frozenBy: ['r1', 'r2'],
      alone: [{ operatorId: 'r1' }],
    })
  })
  it('needs a member, a reason, a reviewer, and something to lift', () => {
    expect(answer(d.sign('r1', { ...asked('trading.freeze'), subject: 'nobody' }))).toBe('MEMBER_UNKNOWN')
    expect(answer(d.sign('r1', { ...asked('trading.freeze'), reason: null }))).toBe('REASON_REQUIRED')
    expect(answer(d.sign('s1', asked('trading.freeze')))).toBe('ROLE_MAY_NOT')
    expect(answer(d.sign('r1', asked('trading.release')))).toBe('NOT_FROZEN')
  })
})

it('I11: whoever signs what in whatever order, nothing is carried out without what its row demands', () => {
  const asks = (['deposit.credit', 'withdrawal.deny', 'identity.accept', 'appeal.decide'] as const).flatMap(
    (power) => ['c1', 'c2'].map((subject) => ({ power, subject })),
  )
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.nat(OPERATORS.length - 1),
          fc.nat(asks.length - 1),
          fc.nat(2),
          fc.constantFrom(0, HOUR, DAY),
        ),
        { maxLength: 40 },
      ),
      (steps) => {
        d = desk()
        const begin = d.request().askedAt
        for (const [who, which, yen, wait] of steps) {
          d.wait(wait)
          const { power, subject } = asks[which]!
          d.sign(
            OPERATORS[who]![0],
            d.request({
              power,
              subject,
              body: { yen },
              reason:
                powerOf(power).reason === 'none'
                  ? null
                  : { ...denial, code: power === 'appeal.decide' ? 'upheld' : denial.code },
              askedAt: begin,
            }),
          )
        }
        for (const act of d.acts() as { power: PowerName; signatures: Signature[]; subject: string }[]) {
          expect(isSigned(powerOf(act.power), act.signatures)).toBe(true)
          if (act.power === 'appeal.decide') expect(['r1', 'r2']).not.toContain(act.signatures[0]!.operatorId)
        }
        // A case is decided once.
        expect(new Set((d.acts() as { subject: string }[]).map(({ subject }) => subject)).size).toBe(
          d.acts().length,
        )
      },
    ),
    { numRuns: 150 },
  )
})

it('two modules cannot carry out one power, and none carries out what a published rule decides', () => {
  const effect = { carryOut: () => done<Json>(null), memberOf: () => null }
  expect(() => d.effects.add('staff', { ...effect, power: 'deposit.credit' })).toThrow('two modules')
  expect(() => d.effects.add('staff', { ...effect, power: 'draw.run' })).toThrow('published rule')
})
