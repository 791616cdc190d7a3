import type { MemberId } from '#kernel/id.ts'
import { dateJst } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Ms } from '#kernel/time.ts'
import { publishedVersions } from '#modules/legal/server/public.ts'
import { consentProblem, withConsents, type Consent, type ConsentOfMember } from '../model/consents.ts'
import { consents } from './tables.ts'

export const consentsOf = (tables: TableReader, memberId: MemberId): readonly ConsentOfMember[] =>
  tables.of(consents).get(memberId)?.given ?? []

/** Adds what is new, with the time of the journal. */
export function addConsents(
  tables: TableAccess,
  memberId: MemberId,
  asked: readonly Consent[],
  at: Ms,
): readonly ConsentOfMember[] {
  const table = tables.of(consents)
  const row = table.get(memberId)
  const inputs = withConsents(row?.given ?? [], asked, at)
  if (row === undefined) table.insert({ memberId, given: inputs })
  else if (inputs.length > row.given.length) table.update(row, { given: inputs })
  return inputs
}

/** `consent.give`: a member agrees to documents as they are in force that day. */
export const giveConsents = defineMemberCommand({
  type: 'consent.give',
  captureInputs: () => null,
  run(tables, input: { consents: readonly Consent[] }, _inputs, call) {
    const outdated = consentProblem(input.consents, dateJst(call.at), publishedVersions(tables))
    if (outdated !== null) return outdated
    addConsents(tables, call.memberId, input.consents, call.at)
    return done({ status: 'agreed' as const })
  },
})
