/** `node scripts/texts.ts` writes src/texts/keys.ts from the catalogues; `--check` changes nothing. Both fail where a catalogue is not in order. */
import { writeKeys } from './texts/write-keys.ts'

const problems = await writeKeys(process.argv.includes('--check') ? 'check' : 'write')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
