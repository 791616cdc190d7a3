import { networkInterfaces } from 'node:os'
import type { Config } from '#platform/config.ts'
import { isLoopback } from '#platform/limits.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'

/** The text that `npm start` prints once all is up: where, who can log in, and that nothing of it is real. */
export function banner(
  config: Config,
  port: number,
  demo: IdentityPublic['demo'],
  operators: readonly { operatorId: string; code: string }[],
  invitations: readonly string[],
): string {
  const market =
    config.venue !== null
      ? `orders and prices by FIX, ${config.venue.target}, schedule ${config.schedule}`
      : config.replay === null
        ? `simulated market, schedule ${config.schedule}`
        : `replay from ${config.replay.from} at ${config.replay.speed}×, orders filled by a simulated exchange`
  const lines = [
    `Akari ${config.version} — ${config.venue === null ? 'simulated trading 模擬取引 ' : ''}(${market})`,
    '',
    `  Phone app   ${addresses(config.host, port).join('\n              ')}`,
    `  Console     ${config.consoleHost === null ? `http://localhost:${port}/console/` : `https://${config.consoleHost}/console/`}`,
    `  API         http://localhost:${port}/api   described at /api/docs and /api/openapi.json`,
    `  Data        ${config.dataDir}${config.databaseUrl === null ? '' : ' (database: DATABASE_URL)'}`,
  ]
  if (demo !== null && !isLoopback(config.host)) {
    lines.push(
      '',
      '  WARNING: this machine answers to others, and the demo setting is on: whoever reaches it',
      '  reads every code that is sent, and gets in by what is printed here. Not for real members.',
    )
  }
  if (demo !== null) {
    lines.push('', '  Demo setting: codes by SMS appear at /api/dev/inbox?mobile=… and in the app')
    for (const { mobile, password, level } of demo.members)
      lines.push(`  Demo member: ${mobile}   password ${password}   (level ${level})`)
    if (config.demoPast) {
      for (const { mobile, transactionPassword } of demo.members)
        lines.push(`  Transaction password of ${mobile}: ${transactionPassword}`)
      lines.push(
        '  The first start lives through six days of the past 95 with simulated members: a minute on a quiet',
        '  machine, more on a busy one, and the app says how far it is. Days between have computed prices.',
      )
    }
    lines.push(`  Invitation code: ${demo.invitationCode}`)
  }
  if (operators.length > 0) {
    lines.push('', '  Console: operators of the demo setting, and their codes')
    for (const { operatorId, code } of operators) lines.push(`  ${operatorId.padEnd(24)} ${code}`)
  }
  if (invitations.length > 0) {
    lines.push('', '  Console: invitations for 24 hours, each in a file for one person (docs/operate.md)')
    for (const path of invitations) lines.push(`  ${path}`)
  }
  return `\n${lines.join('\n')}\n\n`
}

function addresses(host: string, port: number): string[] {
  const here = [`http://localhost:${port}/`]
  if (host !== '0.0.0.0' && host !== '::') return host === '127.0.0.1' ? here : [`http://${host}:${port}/`]
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each !== undefined && !each.internal && each.family === 'IPv4')
  return [...here, ...outside.map((each) => `http://${each!.address}:${port}/`)]
}
