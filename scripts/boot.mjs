// Behind every npm script, for any Node from 20 on: brings node_modules up to the lockfile, then goes on
// under the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
/**
 * The pinned Node: of the packages that bring a `node`, one a platform, npm installs this machine's. The
 * lockfile holds each to its hash, and none runs a script (threat T24).
 */
const PINNED_NODE = join(ROOT, runtimeOf(process.platform, process.arch), 'bin/node')

/**
 * The variable by which boot.mjs under another Node tells the one under the pinned Node who its parent is;
 * taken out, so that no process further down takes it for its own.
 */
const STARTED_BY = 'BOOT_STARTED_BY'
const startedBy = process.env[STARTED_BY]
delete process.env[STARTED_BY]
const ORPHANED_EVERY_MS = 1_000

process.chdir(ROOT)
stopWhenOrphaned()
if (!isInstalled()) install()
if (isPinnedNode()) await (await import('./commands.ts')).run(process.argv.slice(2))
else goOnUnderPinnedNode()

/**
 * True where each package of the lockfile lies in node_modules in that very version (optional ones may be
 * missing), and no other.
 */
function isInstalled() {
  if (!existsSync(PINNED_NODE) || !existsSync('node_modules/.package-lock.json')) return false
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  const same = (path) =>
    present[path]?.version === wanted[path].version &&
    [undefined, present[path].integrity].includes(wanted[path].integrity)
  return (
    Object.keys(wanted).every(
      (path) => path === '' || same(path) || (wanted[path].optional && !present[path]),
    ) && Object.keys(present).every((path) => wanted[path])
  )
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(join(ROOT, lockfile), 'utf8')).packages
}

function runtimeOf(os, cpu) {
  const runtimes = Object.entries(packagesOf('package-lock.json')).filter(([, { bin }]) => bin?.node)
  const [path] = runtimes.find(([, runtime]) => runtime.os === os && runtime.cpu === cpu) ?? []
  if (path !== undefined) return path
  const platforms = runtimes.map(([, runtime]) => `${runtime.os} ${runtime.cpu}`)
  console.error(`No Node is pinned for ${os} ${cpu}: there is one for ${platforms.join(', ')}.`)
  process.exit(1)
}

function install() {
  console.error('Installing dependencies (npm ci) …')
  const npm = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  const [command, before] = npm ? [node, [npm]] : ['npm', []]
  // npm put node_modules/.bin first on PATH; `npm ci` empties it, so its install scripts get the Node that
  // runs npm.
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  const { status } = spawnSync(
    command,
    [...before, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    { stdio: 'inherit', env: { ...process.env, PATH } },
  )
  if (status !== 0) process.exit(status ?? 1)
  if (existsSync(PINNED_NODE)) return
  console.error(`npm has not installed ${PINNED_NODE}, which everything runs on.`)
  process.exit(1)
}

function isPinnedNode() {
  return realpathSync(process.execPath) === realpathSync(PINNED_NODE)
}

/**
 * npm ends at once by some signals and by any kill, without a word to us: what it has started ends too, as if
 * it had been told.
 */
function stopWhenOrphaned() {
  const isByNpm = process.env.npm_lifecycle_script?.includes('boot.mjs') === true
  if (startedBy === undefined && !isByNpm) return
  const parent = startedBy === undefined ? process.ppid : Number(startedBy)
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, ORPHANED_EVERY_MS)
  look.unref()
}

function goOnUnderPinnedNode() {
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(PINNED_NODE, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PATH, [STARTED_BY]: String(process.pid) },
  })
  // A terminal sends Ctrl-C to both of us, and a second one is for some commands the end at once; a server
  // counts no signal twice.
  const isToldToo = process.stdin.isTTY && process.argv[2] !== 'start'
  process.on('SIGINT', () => isToldToo || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    // Process 1 of a container is not ended by its own signal.
    process.exitCode = 128 + constants.signals[signal]
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
