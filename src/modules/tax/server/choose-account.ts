import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { yearOf, type AccountKind } from '../model/year.ts'
import { taxAccounts, taxResults, taxYears } from './tables.ts'

/**
 * True while the kind may still be chosen, on this day: before the first result of its year, settled or on
 * its way.
 */
export const mayChoose = (tables: TableReader, memberId: MemberId, today: DateJst): boolean =>
  tables.of(taxYears).get(memberId, yearOf(today)) === undefined &&
  tables.of(taxResults).by('member', memberId).length === 0

/** The member's choice of how tax is paid from now on. */
export const chooseAccountCommand = (today: () => DateJst) =>
  defineMemberCommand({
    type: 'tax.choose-account',
    captureInputs: () => ({ today: today() }),
    run(tables, input: { account: AccountKind }, inputs, call) {
      const memberId = call.memberId
      const table = tables.of(taxAccounts)
      if (!mayChoose(tables, memberId, inputs.today))
        return no('TAX_ACCOUNT_IN_USE', { year: yearOf(inputs.today) })
      const row = table.get(memberId)
      if (row) table.update(row, { kind: input.account })
      else table.insert({ memberId, kind: input.account })
      return done({ account: input.account })
    },
  })
