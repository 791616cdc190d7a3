import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = [
  'src/client/*.{ts,tsx}',
  'src/mobile/*.{ts,tsx}',
  'src/ui/*.{ts,tsx}',
  'src/modules/*/mobile/**/*.{ts,tsx}',
]

/** Calls that are no `useRead` and keep their failure from the toast: where it is said instead. */
const SAID: Readonly<Record<string, string>> = {
  'src/client/reads.ts': 'the cache tells it: the mechanism of every read',
  'src/client/topics.ts': 'the line is down: the notice on every page',
  'src/mobile/startup.ts': 'in red under the steps, with another try',
  'src/modules/home/mobile/TourPage.tsx': 'the step leads to the list, where it can be looked for',
  'src/modules/identity/mobile/enter.ts': 'a login that succeeded goes on without the offer of a passkey',
  'src/modules/inbox/mobile/keep-device.ts': 'the switch of the notifications shows what is',
  'src/modules/orders/mobile/CancelAll.tsx': 'beside the order, in the list that was confirmed',
  'src/modules/orders/mobile/HoldingList.tsx': 'over the holdings, by the name of what was not sold',
  'src/modules/trust/mobile/check.ts': 'the state of the check on its page',
  'src/modules/trust/mobile/exported.ts': 'the state of the check on its page',
  'src/modules/trust/mobile/owed.ts': 'the watch tries again, and its page says when it looked last',
  'src/modules/orders/mobile/at-market.ts': 'the last price stands for the board, as outside trading hours',
  'src/modules/orders/mobile/use-cancel.ts':
    'a toast, where nothing is known of the order after a cancel: nothing more is sent',
  'src/modules/trust/mobile/check-commitment.ts':
    'the watch tries again; a promise that is not kept stands on every page',
}

it('every call that keeps its failure to itself is listed with the place that says it', () => {
  const found = globSync(FOLDERS, { cwd: ROOT }).filter((file) => {
    if (file.includes('.test.')) return false
    const source = readFileSync(join(ROOT, file), 'utf8')
    return (
      source.split('\n').some((line) => /\bcall(Loosely)?\(.*quiet: true/.test(line)) ||
      source.includes('= { quiet: true } as const')
    )
  })
  expect(found.toSorted()).toEqual(Object.keys(SAID).toSorted())
})
