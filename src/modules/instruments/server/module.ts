import type { Config } from '#platform/config.ts'
import type { Ms } from '#kernel/time.ts'
import { listen } from '#platform/engine/event.ts'
import type { AppContext, Module } from '#modules/module.ts'
import type { NewIssue } from '../model/new-issue.ts'
import { simulatedUniverse } from '../model/universe.ts'
import { issueListed, issueWithdrawn } from './events.ts'
import { openListing, type Listing } from './listing.ts'
import { newIssues } from './new-issues.ts'

export { instrumentOf } from '../model/new-issue.ts'
export { listsIssues } from './new-issues.ts'

export { openListing, type Listing } from './listing.ts'
export { readListing } from './table-file.ts'
export { readTable } from './table-file.ts'

/** The issues of the simulated market. */
export const simulatedListing = ({ keys }: Pick<Config, 'keys'>, now: () => Ms): Listing =>
  openListing(simulatedUniverse(keys.market.toString('hex')), now)

/**
 * Brings what is listed while the server runs into the list and to the exchange: when it is decided, and at
 * every start. `drop`: takes back what was to come.
 */
export function instrumentsModule(
  context: AppContext,
  bring: (issue: NewIssue) => void,
  drop: (code: string) => void,
): Module {
  return {
    name: 'instruments',
    tables: [newIssues],
    listeners: [
      listen(issueListed, ({ code }) => bring(context.engine.read.of(newIssues).get(code)!)),
      listen(issueWithdrawn, ({ code }) => drop(code)),
    ],
    start: async () => {
      for (const issue of context.engine.read.of(newIssues).all())
        if (issue.withdrawnAt === null) bring(issue)
    },
  }
}
