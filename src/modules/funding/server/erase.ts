import type { MemberId } from '#kernel/id.ts'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { erasedFrom } from '#modules/identity/model/erasure.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { endedAt } from './closing.ts'
import { deleteErased, erasedMembers, filesBefore, leftBefore } from './erasure-queries.ts'
import { closings, statementFiles } from './tables.ts'

type Confirmed = { confirmed: number }

/**
 * `account.erase`: telephone number, mail address and accounts at banks of a member who left ten years ago
 * are erased. Changes nothing before its time, and for nobody who came back: no power and no setting brings
 * it forward (decision 0186).
 */
const eraseAccount = ({ clock }: Pick<AppContext, 'clock'>) =>
  defineCommand({
    type: 'account.erase',
    captureInputs: (): Confirmed => ({ confirmed: Math.floor(clock.confirmed()) }),
    run(tables, { memberId }: { memberId: MemberId }, { confirmed }, call) {
      const ended = endedAt(tables, memberId)
      const row = tables.of(closings).get(memberId)
      if (row === undefined || ended === null || confirmed < erasedFrom(ended)) return done({ erased: false })
      if (row.erasedAt !== null && row.erasedAt >= ended) return done({ erased: false })
      tables.of(closings).update(row, { erasedAt: call.at })
      return done({ erased: true })
    },
  })

/**
 * `statement.erase`: a file of the bank, which names payers, is erased ten years after it was brought in. So
 * no account that ended ten years ago has a line in one. The lines in the books stay: they have no names.
 */
const eraseStatement = ({ clock }: Pick<AppContext, 'clock'>) =>
  defineCommand({
    type: 'statement.erase',
    captureInputs: (): Confirmed => ({ confirmed: Math.floor(clock.confirmed()) }),
    run(tables, { fileId }: { fileId: string }, { confirmed }, call) {
      const row = tables.of(statementFiles).get(fileId)
      if (row === undefined || row.erasedAt !== null || confirmed < erasedFrom(row.importedAt))
        return done({ erased: false })
      tables.of(statementFiles).update(row, { erasedAt: call.at })
      return done({ erased: true })
    },
  })

const AT_HOUR = 3

/**
 * Every night: asks the engine for what is due, then deletes what it has erased. Rows whose deletion a kill
 * cut off go the next time.
 */
export function erasureParts(
  context: Pick<AppContext, 'db' | 'engine' | 'clock'>,
  { eraseContacts }: Pick<IdentityPublic, 'eraseContacts'>,
): { commands: [ReturnType<typeof eraseAccount>, ReturnType<typeof eraseStatement>]; job: Job } {
  const { db, clock } = context
  const [account, statement] = [eraseAccount(context), eraseStatement(context)]
  const job: Job = {
    name: 'funding.erasure',
    next(after) {
      const today = timeJst(dateJst(after), AT_HOUR, 10)
      return today > after ? today : timeJst(addDays(dateJst(after), 1), AT_HOUR, 10)
    },
    async run() {
      const now = Math.floor(clock.confirmed())
      for (const { memberId, endedAt: ended } of await leftBefore(db, now))
        if (now >= erasedFrom(ended)) await context.engine.submit(account, { memberId }, SYSTEM_CALLER)
      for (const { id, importedAt } of await filesBefore(db, now))
        if (now >= erasedFrom(importedAt))
          await context.engine.submit(statement, { fileId: id }, SYSTEM_CALLER)
      await eraseContacts(await erasedMembers(db))
      await deleteErased(db)
    },
  }
  return { commands: [account, statement], job }
}
