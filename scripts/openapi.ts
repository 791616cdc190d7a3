/**
 * Builds the OpenAPI document from every contract and checks what a contract alone cannot see. `--print`
 * shows the document.
 */
import { SRC } from '#i18n/catalogues.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { allRoutes } from './contracts/routes.ts'
import { documentProblems } from './contracts/document.ts'

const routes = (await allRoutes(SRC)).map(({ route }) => route)
const document = openApiDocument(routes, { version: 'check', demo: true })
const problems = documentProblems(routes, document)
if (process.argv.includes('--print')) console.log(JSON.stringify(document, null, 2))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
