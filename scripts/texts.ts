/**
 * `node scripts/texts.ts` writes src/i18n/keys.ts from the catalogues. It fails where a catalogue is not in
 * order.
 */
import { writeKeys } from './texts/write-keys.ts'

const problems = await writeKeys()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
