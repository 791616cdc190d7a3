import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { SRC } from '#i18n/catalogues.ts'
import type { ApiDocument } from '#platform/http/api-page.ts'
import type { Route } from '#wire/route.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { allRoutes } from '../contracts/routes.ts'
import { declarations, keyOperations, operationTable, type KeyScheme } from './declarations.ts'

const HERE = import.meta.dirname

/** The package of the client, laid out in `folder`, ready for `npm pack`. */
export async function writeClient(folder: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(HERE, '../../package.json'), 'utf8')) as {
    version: string
  }
  const routes = (await allRoutes(SRC)).map(({ route }) => route)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      target: 'es2022',
      minify: false,
      lib: { entry: join(HERE, 'runtime.ts'), formats: ['es'], fileName: () => 'runtime.js' },
    },
  })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const head = readFileSync(join(HERE, 'head.txt'), 'utf8').trimEnd()
  for (const [name, { scheme, isOpen, site }] of Object.entries(ENTRIES)) {
    const document = openApiDocument(routes.filter(isOpen), { version, demo: false, site }) as ApiDocument
    write(`${name}.js`, entryText(document, scheme))
    write(`${name}.d.ts`, declarations({ document, head, scheme }))
  }
  write('README.md', readFileSync(join(HERE, 'README.md'), 'utf8'))
  write('LICENSE', readFileSync(join(HERE, '../../LICENSE'), 'utf8'))
  write('package.json', `${JSON.stringify(manifest(version), null, 2)}\n`)
}

/** Entry points of the package: programs of a member, and those of the firm. */
const ENTRIES: Readonly<
  Record<string, { scheme: KeyScheme; isOpen: (route: Route) => boolean; site: 'app' | 'console' }>
> = {
  index: { scheme: 'apiKey', isOpen: ({ apiKey }) => apiKey !== undefined, site: 'app' },
  'back-office': {
    scheme: 'firmKey',
    isOpen: ({ operatorKey }) => operatorKey !== undefined,
    site: 'console',
  },
}

const entryText = (document: ApiDocument, scheme: KeyScheme): string =>
  [
    "import { openClient } from './runtime.js'",
    "export { AkariError } from './runtime.js'",
    `const OPERATIONS = ${JSON.stringify(operationTable(keyOperations(document, scheme)), null, 2)}`,
    'export const connect = (options) => openClient(OPERATIONS, options)',
    '',
  ].join('\n')

const manifest = (version: string) => ({
  name: 'akari-client',
  version,
  description: 'Typed client of the Akari API, by API key.',
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: Object.fromEntries(
    Object.keys(ENTRIES).map((name) => [
      name === 'index' ? '.' : `./${name}`,
      { types: `./${name}.d.ts`, default: `./${name}.js` },
    ]),
  ),
  files: [...Object.keys(ENTRIES).flatMap((name) => [`${name}.js`, `${name}.d.ts`]), 'runtime.js'],
})
