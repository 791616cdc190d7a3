import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { dateJst } from '#kernel/time.ts'
import { defineCommand, done, SYSTEM_CALLER, type Command } from '#platform/engine/command.ts'
import type { Module } from '#modules/module.ts'
import type { TestApp } from '#server/test-app.ts'
import { referenceFrom } from '../model/reference.ts'
import { payerHasher } from './details.ts'
import type { Booked } from './statement.fixture.ts'
import { deposits } from './tables.ts'

export type Announced = { id: string; reference: string; yen: Yen; memberId: MemberId }

/** More announcements of a member than one may have at a time, as a day of many members brings them. */
const announceMany = defineCommand({
  type: 'test.announce-many',
  captureInputs: () => undefined,
  run(tables, rows: readonly (Announced & { payerHash: string; at: number })[]) {
    for (const { at, ...row } of rows)
      tables
        .of(deposits)
        .insert({
          ...row,
          method: 'bank',
          state: 'pending',
          requestedAt: at,
          decidedAt: null,
          creditedYen: null,
          lineId: null,
          reason: null,
          textId: null,
        })
    return done({ announced: rows.length })
  },
})

/** The module of tests that announce so many: `startTestApp({ extraModule: announcing })`. */
export const announcing = (): Module => ({ name: 'funding', commands: [announceMany] })

/** `count` deposits that these members have announced, each under a reference of its own. */
export async function announce(
  app: Pick<TestApp, 'context'>,
  members: readonly { userId: string }[],
  count: number,
  name = 'サトウ ハルカ',
): Promise<Announced[]> {
  const { engine, ids, clock, config } = app.context
  const payerHash = payerHasher(config.keys.pepper)(name)!
  const rows = Array.from({ length: count }, (_, n) => ({
    id: ids.uuid(),
    memberId: members[n % members.length]!.userId,
    reference: referenceFrom(ids.bytes(8)),
    yen: 100_000 + n,
    payerHash,
    at: Math.floor(clock.wall()),
  }))
  await engine.submit(announceMany, rows, SYSTEM_CALLER)
  return rows
}

/** The line by which a bank shows that an announcement was paid. */
export const lineOf = (
  app: Pick<TestApp, 'context'>,
  { reference, yen }: Announced,
  more: Partial<Booked> = {},
): Booked => ({
  id: `L-${reference}`,
  day: dateJst(app.context.clock.wall()),
  kind: 'in',
  yen,
  payer: `${reference} ｻﾄｳ ﾊﾙｶ`,
  ...more,
})

/** A command as the server has registered it, for whoever goes round the routes. */
export const commandOf = ({ modules }: Pick<TestApp, 'modules'>, type: string): Command =>
  modules.all.flatMap(({ commands = [] }) => commands).find((each) => each.type === type)!
