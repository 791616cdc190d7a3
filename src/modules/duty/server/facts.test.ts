import { expect, it } from 'vitest'
import { standIn } from '#kernel/stand-in.fixture.ts'
import { dateJst, MINUTE, SECOND } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { openFacts, rememberFacts, type FactDeps } from './facts.ts'

const NOW = Date.parse('2026-11-27T10:00:00+09:00')

it('what wakes somebody is known to the metrics as the last look found it, and not before', async () => {
  let now = NOW
  let isSound = true
  let differences = 0
  let doneBefore = NOW
  let due = 0
  let counted: ReturnType<FactDeps['audit']['lastDifferences']> = null
  const clock = { wall: () => now, market: () => now, machine: () => now }
  const look = openFacts({
    context: standIn<AppContext>({
      clock,
      doneBefore: () => doneBefore,
      engine: {
        read: {
          of: () => ({
            range: () =>
              Array.from({ length: due }, () => ({ decider: 'two', stoppedFor: null, dueAt: now })),
          }),
        },
      },
    }),
    staff: standIn<FactDeps['staff']>({ openRequests: () => [], waitingCases: () => [] }),
    support: { waiting: async () => ({ count: 0, cases: [] }) },
    audit: standIn<FactDeps['audit']>({
      openDifferences: async () => {
        counted = { day: dateJst(now), at: now, count: differences }
        return differences
      },
      lastDifferences: () => counted,
      isJournalSound: async () => isSound,
    }),
    faults: () => [],
  })
  const facts = rememberFacts(look, clock)
  expect(facts.watched()).toEqual({
    journalBroken: null,
    jobMinutesBehind: null,
    reconciliationDifferences: null,
    withdrawalsDue: null,
    lookedAtSeconds: null,
  })
  await facts.look()
  const well = { journalBroken: 0, jobMinutesBehind: 0, reconciliationDifferences: 0, withdrawalsDue: 0 }
  expect(facts.watched()).toEqual({ ...well, lookedAtSeconds: NOW / SECOND })
  isSound = false
  differences = 3
  due = 2
  doneBefore = now - MINUTE
  now += 10 * MINUTE
  await facts.look()
  now += 6 * MINUTE
  await facts.look()
  expect(facts.watched()).toEqual({
    journalBroken: 1,
    jobMinutesBehind: 6,
    reconciliationDifferences: 3,
    withdrawalsDue: 2,
    lookedAtSeconds: now / SECOND,
  })

  // Whoever opens the page counts too: the alarm does not go on saying what it counted before.
  counted = { day: dateJst(now), at: now, count: 6 }
  await facts.look()
  expect(facts.figureOf('reconciliation')).toBe(6)
})
