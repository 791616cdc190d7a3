/**
 * `npm run release -- [FOLDER]`: what somebody needs who runs the product, without the tools that build it:
 * `akari-<version>-<platform>.tar.gz`, its parts as CycloneDX, and SHA-256 of both.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { buildWhereStale } from './build.ts'

const ROOT = join(import.meta.dirname, '..')
/** Sources run as they are; `scripts` has the commands, and the checks that anybody may run. */
const PARTS = [
  'src',
  'dist',
  'migrations',
  'assets',
  'deploy',
  'docs',
  'scripts/production.ts',
  'scripts/verify.ts',
  'scripts/witness.ts',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
]
/** Tests, and the stamp by which a build is made anew. */
const NOT_FOR_PRODUCTION = /\.(?:test|fixture)\.tsx?$|\/sources\.sha256$/
/** Files of a library that nothing runs: headers, manuals, types, maps, builds for browsers. */
const NOT_RUN =
  /\/node_modules\/node-(?:bin-)?(?:linux|darwin)-\w+\/(?!bin|LICENSE|package\.json)|\/@opentelemetry\/[\w-]+\/build\/(?:esm|esnext)$|\.d\.[cm]?ts$|\.map$/

type Locked = { dev?: boolean; link?: boolean; bin?: Record<string, string>; devDependencies?: unknown }
const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  version: string
  packages: Record<string, Locked>
}
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
const name = `akari-${lockfile.version}-${process.platform}-${process.arch}`

/** Writes the release into `folder`; what lay there by these names is replaced. */
async function release(folder: string): Promise<void> {
  await buildWhereStale()
  const target = join(folder, name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(target, part), {
      recursive: true,
      filter: (path) => !NOT_FOR_PRODUCTION.test(path),
    })
  copyLibraries(target)
  describeParts(target)
  mkdirSync(join(target, 'bin'))
  symlinkSync(`../${runtimeOf(target)}/bin/node`, join(target, 'bin/node'))
  writeFileSync(join(target, 'akari'), START)
  chmodSync(join(target, 'akari'), 0o755)

  const parts = join(folder, `${name}.cdx.json`)
  writeFileSync(parts, run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], target))
  const archive = join(folder, `${name}.tar.gz`)
  // The same bytes for the same files, whoever packs them.
  run('tar', ['-C', folder, ...SAME_BYTES, '-czf', archive, name], folder)
  const sums = [archive, parts].map((file) => `${sha256(file)}  ${basename(file)}\n`)
  writeFileSync(join(folder, `${name}.sha256`), sums.join(''))
  console.log(`Packed into ${folder}:\n${sums.join('')}`)
}

const SAME_BYTES = [
  '--sort=name',
  '--mtime=2026-01-01T00:00:00Z',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
]
const START = `#!/bin/sh
# The server and its commands, under the Node of this release: start, backup, restore, verify, witness.
here=$(dirname "$(readlink -f "$0")")
exec "$here/bin/node" "$here/scripts/production.ts" "$@"
`

/** Libraries of the lockfile that are not for development, as `npm ci` has held them to their hashes. */
function copyLibraries(target: string): void {
  for (const [path, { dev, link }] of Object.entries(lockfile.packages)) {
    const source = join(ROOT, path)
    if (path === '' || dev === true || link === true || !existsSync(source)) continue
    const nested = `${source}${sep}node_modules`
    cpSync(source, join(target, path), {
      recursive: true,
      verbatimSymlinks: true,
      // A package that lies deeper is a row of the lockfile of its own.
      filter: (file) => !file.startsWith(nested) && !NOT_RUN.test(file),
    })
  }
}

/** Files by which the release says what it has: its own parts, nothing of development or other platforms. */
function describeParts(target: string): void {
  const { devDependencies: _, scripts: __, ...described } = manifest
  const { devDependencies: ___, ...root } = lockfile.packages['']!
  const present = Object.entries(lockfile.packages).filter(
    ([path]) => path !== '' && existsSync(join(target, path)),
  )
  const packages = Object.fromEntries([['', root], ...present])
  const files = { 'package.json': described, 'package-lock.json': { ...lockfile, packages } }
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(target, file), `${JSON.stringify(content, null, 2)}\n`)
}

/** The package that brings this platform's Node: npm has installed no other. */
function runtimeOf(target: string): string {
  const found = Object.entries(lockfile.packages).find(
    ([path, { bin }]) => bin?.['node'] !== undefined && existsSync(join(target, path)),
  )
  if (found === undefined) throw new Error('no Node is installed for this platform')
  return found[0]
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`, { cause: error })
  return stdout
}

await release(resolve(process.argv[2] ?? 'release'))
