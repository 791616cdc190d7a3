/** Commands of an installed release (`./akari start`): nothing is built, and nothing is installed. */
const commands: Record<string, () => Promise<unknown>> = {
  start: async () => (await import('#server/supervisor.ts')).superviseServer(),
  verify: () => import('./verify.ts'),
  witness: () => import('./witness.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  import: () => import('./import.ts'),
}

const [name = 'start', ...args] = process.argv.slice(2)
const command = commands[name]
if (command === undefined) {
  console.error(`Unknown command ${name}. One of: ${Object.keys(commands).join(', ')}`)
  process.exitCode = 2
} else {
  process.argv = [...process.argv.slice(0, 2), ...args]
  await command()
}
