import { hash } from 'node:crypto'
import { Bug } from '#kernel/assert.ts'
import { canonical } from '#kernel/hash.ts'
import { no, ok } from '#kernel/result.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import { every } from '#platform/every.ts'
import { on, type House, type Room } from '#rooms/room.ts'
import * as contract from '../contract.ts'
import type { OperatorActView } from '../contract.ts'
import { APPROVAL_LIFE, type Reason } from '../model/approval.ts'
import { freeTextProblem } from '../model/free-text.ts'
import { powerOf } from '../model/powers.ts'
import { requestText } from '../model/request.ts'
import { hasLapsed, lapseApprovals, staffAct } from './act.ts'
import { openDesk } from './desk.ts'
import { openEffects, type Effects } from './effects.ts'
import { freezeEffects } from './freeze.ts'
import { openDemoOperator, settleDemoOperators } from './open-operator.ts'
import { demoKey, signatureOf } from './operator-keys.ts'
import type { Asked, Queue, StaffPublic } from './public.ts'
import { actsAbout, newestActs, type StoredAct } from './queries.ts'
import { approvals, freezes, operatorActs, operators } from './tables.ts'
import { actView } from './view.ts'

const USUAL_ROWS = 30
const MOST_ROWS = 100
const SALT_BYTES = 16
const LAPSES_EVERY: Ms = MINUTE

/** Operators: what they may do, who must sign it, and what members see of it. */
export function createStaff(house: House): { room: Room; staff: StaffPublic } {
  const { config, clock, db, bus } = house
  const effects = openEffects()
  for (const effect of freezeEffects) effects.add(effect)
  const queues: Queue[] = []
  const command = staffAct(house, effects)
  const numberOf = (operatorId: string): number => house.engine.read.of(operators).get(operatorId)!.number
  const viewIn = (lang: string) => (row: StoredAct) =>
    actView(row, (key) => house.text(lang, key), numberOf)

  const staff = publicOf(house, { effects, queues, command, viewIn, numberOf })
  const listed = async (memberId: string | null, query: { before?: string | undefined; limit?: string | undefined }, lang: string) => {
    const limit = Math.min(Math.max(Number(query.limit ?? USUAL_ROWS), 1), MOST_ROWS)
    return { acts: (await newestActs(db, memberId, query.before ?? null, limit)).map(viewIn(lang)) }
  }
  let stopDesk: (() => Promise<void>) | null = null
  let stopLapsing: (() => void) | null = null
  const room: Room = {
    name: 'staff',
    tables: [operators, approvals, operatorActs, freezes],
    commands: [command, lapseApprovals, openDemoOperator],
    doors: [
      on(contract.listOperatorActs, ({ caller, query, lang }) => listed(caller!.memberId, query, lang)),
      on(contract.listPublicActs, ({ query, lang }) => listed(null, query, lang)),
    ],
    listeners: [{
      on: 'operator.acted',
      hear: ({ memberId, actId }) => { if (memberId !== null) bus.publish(`member/${String(memberId)}`, { type: 'operatorAct', actId }) },
    }],
    async start() {
      if (config.demo) await settleDemoOperators(house)
    },
    opened() {
      if (config.demoDesk) stopDesk = openDesk({ house, effects, queues, act: staff.act })
      stopLapsing = every(LAPSES_EVERY, () => {
        if (!hasLapsed(house.engine.read, clock.wall())) return
        house.engine.submit(lapseApprovals, null, { actor: 'system', memberId: null, device: '', key: '' })
          .catch((err: unknown) => house.log.error({ err }, 'old approvals could not be let go of'))
      })
    },
    async stop() {
      stopLapsing?.()
      await stopDesk?.()
    },
  }
  return { room, staff }
}

type Parts = {
  effects: Effects
  queues: Queue[]
  command: ReturnType<typeof staffAct>
  viewIn: (lang: string) => (row: StoredAct) => OperatorActView
  numberOf: StaffPublic['numberOf']
}

/** What rooms above are given. */
function publicOf(house: House, { effects, queues, command, viewIn, numberOf }: Parts): StaffPublic {
  const { config, clock, db, ids } = house
  return {
    register: effects.add,
    queue: (queue) => void queues.push(queue),
    async act(operatorId, asked, { desk = false } = {}) {
      const operator = house.engine.read.of(operators).get(operatorId)
      if (operator === undefined) return no('OPERATOR_UNKNOWN')
      if (!operator.isDemo) throw new Bug('the server holds the keys of demo operators alone')
      const request = { ...asked, reason: asked.reason ?? null, askedAt: askedAtOf(house, asked, asked.reason ?? null) }
      const signature = signatureOf(demoKey(config.keys.demo, operatorId), requestText(request))
      const caller = { actor: `o:${operatorId}`, memberId: null, device: '', key: '' }
      return (await house.engine.submit(command, { ...request, operatorId, signature, desk }, caller)).result
    },
    may(operatorId, power) {
      const operator = house.engine.read.of(operators).get(operatorId)
      if (operator === undefined) return no('OPERATOR_UNKNOWN')
      return powerOf(power).signers.some((roles) => roles.includes(operator.role)) ? null : no('ROLE_MAY_NOT', { role: operator.role })
    },
    numberOf,
    async text(memberId, text) {
      const problem = freeTextProblem(text)
      if (problem !== null) return problem
      const salt = Buffer.from(ids.bytes(SALT_BYTES))
      const id = ids.uuid()
      await db.kysely.insertInto('staffTexts').values({ id, memberId, text, salt, at: Math.floor(clock.wall()) }).execute()
      return ok({ id, hash: hash('sha256', Buffer.concat([salt, Buffer.from(text)])) })
    },
    actsOn: async (memberId, subject, lang) => (await actsAbout(db, memberId, subject)).map(viewIn(lang)),
  }
}

/** An open request with the same content is signed by the next one; else it is asked now. */
function askedAtOf({ engine, clock }: House, { power, subject, body }: Asked, reason: Reason | null): Ms {
  const now = Math.floor(clock.wall())
  const open = engine.read.of(approvals).by('case', `${power} ${subject}`).find((row) =>
    row.status === 'open' && now < row.askedAt + APPROVAL_LIFE && canonical(row.body) === canonical(body) &&
    row.reason === (reason?.code ?? null) && row.textHash === (reason?.text?.hash ?? null))
  return open?.askedAt ?? now
}
