import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take far longer than their size tells, the longest first. */
const LONG = [
  'test/journeys/every-screen.test.ts',
  'test/journeys/members.test.ts',
  'test/journeys/funding.test.ts',
  'test/journeys/identity.test.ts',
  'test/journeys/console-money.test.ts',
  'test/journeys/frame.test.ts',
  'test/faults/database.test.ts',
  'test/faults/backup.test.ts',
  'test/simulation/planted-bugs.test.ts',
  'test/simulation/simulation.test.ts',
  'src/modules/members/server/members.test.ts',
  'test/conformance/margin-crash.test.ts',
  'src/server/year-end.test.ts',
  'src/server/ex-dates.test.ts',
  'src/modules/funding/server/funding.test.ts',
  'src/server/fuzz.test.ts',
  'src/server/sixty-values.test.ts',
  'src/server/margin-account.test.ts',
  'src/modules/funding/server/stolen.test.ts',
  'src/server/products-month.test.ts',
]

/**
 * A clone knows no durations: by size alone, a long file that is begun last keeps one core busy while the
 * others have nothing left to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(LONG.map((path, place) => [join(this.ctx.config.root, path), place]))
    const place = ({ moduleId }: TestSpecification) => places.get(moduleId) ?? LONG.length
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
