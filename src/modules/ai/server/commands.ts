import { hash } from 'node:crypto'
import { no } from '#kernel/result.ts'
import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { assert } from '#kernel/assert.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import type { Quantity } from '#kernel/price.ts'
import type { Yen } from '#kernel/money.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { picksText, type PublishedDay } from '../model/picks-text.ts'
import { pricesOf, ranking, ranksOf, type Outcome } from '../model/method.ts'
import { nextStatus, type ApplicationEvent, type ApplicationStatus } from '../model/application.ts'
import { applicationChanged } from './events.ts'
import { aiApplications, aiDays, aiInputs, aiPicks, type AiApplication, type Reason } from './tables.ts'

/** `tables` of ticks: of each pick. `opensAt`: the opening at which the orders go out. */
export type PublishInput = {
  published: PublishedDay
  exitOn: DateJst
  opensAt: Ms
  ticks: Readonly<Record<string, TickTable>>
}
export const dayIdOf = (cardId: string, day: DateJst): string => `${cardId}-${day}`

/**
 * Publishes the picks of a close, once, and before the opening at which they are bought; with its hash over
 * all that they follow from.
 */
export const publishCommand = (now: () => Ms) =>
  defineCommand({
    type: 'ai.publish',
    captureInputs: () => ({ at: Math.floor(now()) }),
    run(tables, { published, exitOn, opensAt, ticks }: PublishInput, { at }) {
      const { cardId, day, entryOn, fitOn, weights, rows, picks } = published
      const id = dayIdOf(cardId, day)
      if (tables.of(aiDays).get(id) !== undefined) return no('PICKS_KNOWN')
      if (at >= opensAt) return no('PICKS_LATE')
      tables
        .of(aiDays)
        .insert({
          id,
          cardId,
          day,
          entryOn,
          exitOn,
          fitOn,
          weights,
          hash: hash('sha256', picksText(published)),
          publishedAt: at,
        })
      tables.of(aiInputs).insert({ id, rows })
      const order = ranking(
        rows.map(({ code }) => code),
        ranksOf(rows.map(({ values }) => values)),
        weights,
      )
      for (const [place, code] of picks.entries()) {
        const { row, score, code: ranked } = order[place]!
        assert(ranked === code, `pick ${place + 1} of ${id} is ${code}, and ${ranked} by its own figures`)
        const { closeTenths } = rows[row]!
        tables
          .of(aiPicks)
          .insert({
            id: `${id}-${code}`,
            dayId: id,
            code,
            place: place + 1,
            score,
            closeTenths,
            ...pricesOf(closeTenths, ticks[code]!),
            exitOn,
            exit: null,
            endedOn: null,
            entryTenths: null,
            exitTenths: null,
            returnBp: null,
            indexBp: null,
            excessBp: null,
          })
      }
      return done({ id })
    },
  })

export type OutcomeInput = { pickId: string; endedOn: DateJst } & Omit<Outcome, 'exitDay'>
/** The outcome of a pick by the published rule, whoever bought it; once. */
export const outcomeCommand = defineCommand({
  type: 'ai.outcome',
  captureInputs: () => undefined,
  run(tables, { pickId, ...outcome }: OutcomeInput) {
    const pick = tables.of(aiPicks).get(pickId)
    if (pick === undefined) return no('PICK_OVER')
    tables
      .of(aiPicks)
      .update(
        pick,
        outcome.exit === 'unfilled' ? { ...outcome, entryTenths: null, exitTenths: null } : outcome,
      )
    return done({ pickId }, [])
  },
})

/** The next version of an application; an event that its states do not know is a bug. */
export function moved(application: AiApplication, event: ApplicationEvent): ApplicationStatus {
  const status = nextStatus({ status: application.status, isSent: application.orderId !== null }, event)
  assert(status !== null, `application ${application.id}: ${application.status} cannot meet ${event}`)
  return status
}

/** Takes an application back that has not been sent. */
export const cancelCommand = defineCommand({
  type: 'ai.cancel',
  captureInputs: () => undefined,
  run(tables, { id }: { id: string }, _inputs, call) {
    const found = tables.of(aiApplications).get(id)
    const application = found?.memberId === call.memberId ? found : undefined
    if (application === undefined) return no('APPLICATION_NOT_FOUND')
    if (application.status !== 'applying') return no('APPLICATION_FINISHED', { status: application.status })
    if (application.orderId !== null) return no('APPLICATION_SENT')
    const after = tables
      .of(aiApplications)
      .update(application, { status: moved(application, 'cancel'), endedAt: call.at, exitDone: true })
    return done({ id }, [applicationChanged(after)])
  },
})

export type EndInput = { id: string; filledQuantity: Quantity; filledYen: Yen; reason: Reason | null }
/** Tells the member that nothing was bought; why stands with the application. */
export const tellFailed = (
  tables: TableAccess,
  when: { seq: number; at: Ms },
  { id, memberId, code, units }: AiApplication,
): DomainEvent =>
  notify(tables, when, memberId, { kind: 'aiFailed', args: { code, quantity: units * UNIT }, about: id })

/** The order of an application is over, or holds what it bought: said again, it changes nothing. */
export const endCommand = (now: () => Ms) =>
  defineCommand({
    type: 'ai.end',
    captureInputs: () => ({ at: Math.floor(now()) }),
    run(tables, { id, filledQuantity, filledYen, reason }: EndInput, { at }, call) {
      const application = tables.of(aiApplications).get(id)
      if (application?.status !== 'applying') return done({ id })
      const isBought = filledQuantity > 0
      const status = moved(application, isBought ? 'filled' : 'unfilled')
      const after = tables
        .of(aiApplications)
        .update(application, {
          status,
          filledQuantity,
          filledYen,
          reason: isBought ? null : reason,
          endedAt: call.at,
          exitDone: !isBought,
        })
      const when = { seq: call.seq, at }
      const args = {
        code: after.code,
        quantity: filledQuantity,
        amount: filledYen,
        exitOn: timeJst(after.exitOn, 0),
      }
      return done({ id }, [
        applicationChanged(after),
        isBought
          ? notify(tables, when, after.memberId, { kind: 'aiBought', args, about: id })
          : tellFailed(tables, when, after),
      ])
    },
  })

/** Nothing of what it bought is open any more. */
export const exitedCommand = (now: () => Ms) =>
  defineCommand({
    type: 'ai.exited',
    captureInputs: () => ({ at: Math.floor(now()) }),
    run(tables, { id }: { id: string }, { at }, { seq }) {
      const application = tables.of(aiApplications).get(id)
      if (application?.status !== 'success' || application.exitDone) return done({ id })
      tables.of(aiApplications).update(application, { exitDone: true })
      return done({ id }, [
        notify(tables, { seq, at }, application.memberId, {
          kind: 'aiSold',
          args: { code: application.code },
          about: id,
        }),
      ])
    },
  })

/**
 * A member's switch: the server closes what was bought on the last day of the pick, or leaves it. The
 * published exits stay, and can be taken off like those of any holding.
 */
export const timeExitCommand = defineCommand({
  type: 'ai.time-exit',
  captureInputs: () => undefined,
  run(tables, { id, timeExit }: { id: string; timeExit: boolean }, _inputs, call) {
    const found = tables.of(aiApplications).get(id)
    const application = found?.memberId === call.memberId ? found : undefined
    if (application === undefined) return no('APPLICATION_NOT_FOUND')
    if (application.exitDone) return no('APPLICATION_FINISHED', { status: application.status })
    const after = tables.of(aiApplications).update(application, { timeExit })
    return done({ id }, [applicationChanged(after)])
  },
})
