import { join } from 'node:path'
import type { House, Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { bookDoors } from './book-doors.ts'
import { openChecks } from './checks.ts'
import { openExports } from './exports.ts'
import { memberDoors } from './member-doors.ts'
import { reconcileDoors } from './reconciling.ts'
import { searchDoor } from './search.ts'

/** What auditors read: members, ledger, journal, reconciliation, files of the books. It changes nothing but the list of its own checks. */
export function createAudit(house: House, { staff }: { staff: StaffPublic }): Module {
  const shared = { house, staff, venueDirectory: join(house.config.dataDir, 'venue') }
  const checks = openChecks(shared)
  const exports = openExports(shared)
  for (const effect of [...checks.effects, ...exports.effects]) staff.register('audit', effect)
  return {
    name: 'audit',
    doors: [...memberDoors(shared), ...bookDoors(shared), ...checks.doors, ...reconcileDoors(shared), ...exports.doors, searchDoor(shared)],
    listeners: checks.listeners,
    start: checks.start,
    stop: checks.stop,
  }
}
