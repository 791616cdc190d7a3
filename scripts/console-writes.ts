/** `node scripts/console-writes.ts`: holds the routes of operators against the list of powers. */
import { join } from 'node:path'
import { consoleProblems } from './console/problems.ts'
import { allRoutes } from './contracts/routes.ts'

const problems = consoleProblems(await allRoutes(join(import.meta.dirname, '../src')))
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
