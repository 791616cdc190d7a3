import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { createHash, randomBytes } from 'node:crypto'
import { protectionList } from '#modules/identity/server/row-lists.ts'
import { memberMacs } from '#modules/identity/server/row-macs.ts'
import type { RunningApp } from '#server/app.ts'

const AT_ONCE = 50

/**
 * Members of the highest level, each with a session opened by a passkey: through the engine and SQL, since
 * thousands of passwords would take minutes to hash. Answers their tokens.
 */
export async function enrol({ context: app, modules }: RunningApp, members: number): Promise<string[]> {
  const command = modules.all
    .flatMap((module) => module.commands ?? [])
    .find(({ type }) => type === 'member.open')!
  const now = Date.now()
  // A session without its codes is believed by nobody.
  const macs = memberMacs(app.config)
  const one = async (): Promise<string> => {
    const memberId = app.ids.uuid()
    await app.engine.submit(command, { level: 'core', memberId }, SYSTEM_CALLER)
    await protectionList(app.config).begin(app.db.kysely, memberId)
    const token = randomBytes(32).toString('base64url')
    const row = {
      id: app.ids.uuid(),
      tokenHash: createHash('sha256').update(token).digest(),
      memberId,
      startedAt: now,
      seenAt: now,
      unlockedAt: now,
      endedAt: null,
      factor: 'passkey' as const,
      device: '',
      deviceKey: null,
      keyBy: null,
      keySeq: null,
      version: 0,
      knownDevice: null,
      deviceHash: null,
    }
    await app.db.kysely
      .insertInto('sessions')
      .values({ ...row, mac: macs.session.of(row), seenMac: macs.seen.of(row) })
      .execute()
    return token
  }
  const tokens: string[] = []
  while (tokens.length < members)
    tokens.push(
      ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, members - tokens.length) }, one))),
    )
  return tokens
}
