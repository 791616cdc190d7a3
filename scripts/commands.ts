const commands: Record<string, () => Promise<unknown>> = {
  start: async () => {
    const { buildWhereStale } = await import('./build.ts')
    await buildWhereStale()
    // A past for whoever tries the product out (decision 0138); not where the server is started by itself.
    process.env['DEMO_PAST'] ??= 'on'
    const { superviseServer } = await import('#server/supervisor.ts')
    superviseServer()
  },
  dev: () => import('./dev.ts'),
  build: async () => (await import('./build.ts')).build(),
  client: () => import('./client.ts'),
  check: () => import('./check.ts'),
  test: () => import('./test.ts'),
  bench: () => import('../bench/run.ts'),
  screens: () => import('./screens.ts'),
  simulate: () => import('../test/simulation/simulate.ts'),
  statistics: () => import('./statistics.ts'),
  verify: () => import('./verify.ts'),
  witness: () => import('./witness.ts'),
  mutation: () => import('./mutation.ts'),
  'new-module': () => import('./new-module.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  import: () => import('./import.ts'),
  release: () => import('./release.ts'),
}

/**
 * Runs one of the project's commands in this process; what follows its name is left in `process.argv` for it.
 */
export async function run([name = '', ...args]: string[]): Promise<void> {
  const command = commands[name]
  if (command === undefined) {
    console.error(`Unknown command ${name}. One of: ${Object.keys(commands).join(', ')}`)
    process.exitCode = 1
    return
  }
  process.argv = [...process.argv.slice(0, 2), ...args]
  await command()
}
