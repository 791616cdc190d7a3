import { join } from 'node:path'
import type { AppContext, Module } from '#modules/module.ts'
import type { AuditDeps } from './deps.ts'
import { bookRoutes } from './book-routes.ts'
import { lastEnded } from './check-queries.ts'
import { openChecks } from './checks.ts'
import { EXAMPLES } from './examples.ts'
import { openExports } from './exports.ts'
import { keyRoutes } from './key-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { openNotes } from './note-queries.ts'
import { openPeople } from './people-queries.ts'
import type { AuditPublic } from './public.ts'
import { openReconciliation } from './reconciling.ts'
import { searchRoute } from './search.ts'
import { openSubjects } from './subject-queries.ts'

/**
 * Data that auditors read: members, ledger, journal, reconciliation, files of the books. It changes nothing
 * but the list of its own checks.
 */
export function createAudit(
  context: AppContext,
  { staff, identity }: Pick<AuditDeps, 'staff' | 'identity'>,
): { module: Module; audit: AuditPublic } {
  const shared = {
    context,
    staff,
    identity,
    people: openPeople(context, staff),
    notes: openNotes(context, staff),
    venueDirectory: join(context.config.dataDir, 'venue'),
  }
  const checks = openChecks(shared)
  const exports = openExports(shared)
  const reconciliation = openReconciliation(shared)
  staff.subjectsBy(openSubjects(context))
  for (const effect of [...checks.effects, ...exports.effects]) staff.register('audit', effect)
  const module: Module = {
    name: 'audit',
    examples: EXAMPLES,
    macs: [shared.notes.list],
    routes: [
      ...memberRoutes(shared),
      ...bookRoutes(shared),
      ...checks.routes,
      ...reconciliation.routes,
      ...exports.routes,
      ...keyRoutes(shared),
      searchRoute(shared),
    ],
    listeners: checks.listeners,
    start: checks.start,
    stop: checks.stop,
  }
  return {
    module,
    audit: {
      openDifferences: reconciliation.openDifferences,
      lastDifferences: reconciliation.lastDifferences,
      bankOn: reconciliation.bankOn,
      isJournalSound: async () => ((await lastEnded(context.db))?.status ?? 'intact') === 'intact',
    },
  }
}
