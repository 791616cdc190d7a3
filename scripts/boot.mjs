// Behind every npm script, for any Node from 18 on: brings node_modules up to the lockfile, then goes on under the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const PINNED_NODE = join(ROOT, 'node_modules/node/bin/node')

process.chdir(ROOT)
if (!isInstalled()) install()
if (isPinnedNode()) await (await import('./commands.ts')).run(process.argv.slice(2))
else goOnUnderPinnedNode()

/** True where each package of the lockfile lies in node_modules in that very version (optional ones may be missing), and no other. */
function isInstalled() {
  if (!existsSync(PINNED_NODE) || !existsSync('node_modules/.package-lock.json')) return false
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  const same = (path) =>
    present[path]?.version === wanted[path].version && [undefined, present[path].integrity].includes(wanted[path].integrity)
  return (
    Object.keys(wanted).every((path) => path === '' || same(path) || (wanted[path].optional && !present[path])) &&
    Object.keys(present).every((path) => wanted[path])
  )
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

function install() {
  console.error('Installing dependencies (npm ci) …')
  const npm = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  const [command, before] = npm ? [node, [npm]] : ['npm', []]
  // npm put node_modules/.bin first on PATH; `npm ci` empties it, so its install scripts get the Node that runs npm.
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  const { status } = spawnSync(command, [...before, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], { stdio: 'inherit', env: { ...process.env, PATH } })
  if (status !== 0) process.exit(status ?? 1)
  if (existsSync(PINNED_NODE)) return
  console.error('npm left out the install script of the package "node". Allow install scripts (npm config ignore-scripts) and try again.')
  process.exit(1)
}

function isPinnedNode() {
  return realpathSync(process.execPath) === realpathSync(PINNED_NODE)
}

function goOnUnderPinnedNode() {
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(PINNED_NODE, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, PATH } })
  // A terminal sends Ctrl-C to both of us; another process that means to stop us knows only this one.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
