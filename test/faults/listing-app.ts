/**
 * A server that lists an issue when it is told its code and date in a line of JSON, to be killed. Says in a
 * line each where it listens and what was listed.
 */
import { createInterface } from 'node:readline'
import { readConfig } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'
import { startApp } from '#server/app.ts'
import { extraModule, listIssue, newIssue } from '#server/new-issue.fixture.ts'

/** Its first line: where it listens, the code to register with, the trade date that is on. */
export type Opened = { port: number; invitationCode: string; tradeDate: string }

const config = readConfig({ ...process.env, PORT: '0', LOG: 'fatal', DEMO_DESK: 'off' })
const open = await startApp({
  config,
  database: JSON.parse(process.env['APP_DATABASE']!),
  log: openLog(config.logLevel),
  extraModule,
  fatal: (error) => {
    console.error(error)
    process.exit(1)
  },
})
console.log(
  JSON.stringify({
    port: open.port,
    invitationCode: open.modules.identity.demo!.invitationCode,
    tradeDate: open.modules.market.phase().tradeDate,
  } satisfies Opened),
)
for await (const line of createInterface({ input: process.stdin })) {
  const { code, issueOn } = JSON.parse(line) as { code: string; issueOn: string }
  const { result } = await listIssue(open, newIssue(code, issueOn))
  console.log(JSON.stringify({ code, listed: result.ok ? true : result.rejection }))
}
