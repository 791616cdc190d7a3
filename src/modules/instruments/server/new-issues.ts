import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { Calendar } from '../model/calendar.ts'
import { refusalOfListing, type NewIssue } from '../model/new-issue.ts'
import { issueListed, issueWithdrawn } from './events.ts'
import type { NewIssuesPublic } from './public.ts'

/**
 * An issue that has been given a day on which it begins to trade; all but its withdrawal is written once.
 * `listedAt`: market time of the decision.
 */
export type NewIssueRow = NewIssue & {
  listedAt: Ms
  /** Its offering was withdrawn before that day: it never trades, and its code is not given again. */ withdrawnAt: Ms | null
}
export const newIssues = defineTable<NewIssueRow>()({
  name: 'new_issues',
  columns: {
    code: 'text',
    names: 'jsonb',
    profile: 'jsonb',
    sector: 'text',
    segment: 'text',
    sharesOutstanding: 'int8',
    offerTenths: 'int8',
    issueOn: 'text',
    listedAt: 'int8',
    withdrawnAt: 'int8?',
  },
  key: 'code',
  fixed: ['names', 'profile', 'sector', 'segment', 'sharesOutstanding', 'offerTenths', 'issueOn', 'listedAt'],
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    newIssues: NewIssueRow
  }
}

/**
 * The route of product modules to the list of issues. `isOfUniverse`: among those that the server began with.
 */
export function listsIssues(deps: {
  isReplay: boolean
  isOfUniverse: (code: string) => boolean
  calendar: Pick<Calendar, 'isTradingDay'>
}): NewIssuesPublic {
  const isTaken: NewIssuesPublic['isTaken'] = (tables, code) =>
    deps.isOfUniverse(code) || tables.of(newIssues).get(code) !== undefined
  return {
    isTaken,
    list(tables, issue, at) {
      const { isReplay, calendar } = deps
      const refusal = refusalOfListing(issue, {
        isReplay,
        calendar,
        isKnown: isTaken(tables, issue.code),
        newIssues: tables.of(newIssues).size,
      })
      if (refusal !== null) return { ...refusal, module: 'instruments' }
      const { code, names, profile, sector, segment, sharesOutstanding, offerTenths, issueOn } = issue
      tables
        .of(newIssues)
        .insert({
          code,
          names,
          profile,
          sector,
          segment,
          sharesOutstanding,
          offerTenths,
          issueOn,
          listedAt: at,
          withdrawnAt: null,
        })
      return { ok: true, events: [issueListed(code)] }
    },
    withdraw(tables, code, at) {
      tables.of(newIssues).update(tables.of(newIssues).get(code)!, { withdrawnAt: at })
      return [issueWithdrawn(code)]
    },
  }
}
