import { DAY, MINUTE } from '#kernel/time.ts'
import type { AiView } from '#modules/ai/contract.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import type { TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Publishes a card of the model as it runs in this server, by two people, and lets a minute pass until it
 * opens. Answers what is picked.
 */
export async function openAiCard(
  app: Pick<TestApp, 'call' | 'context' | 'modules'>,
  id = 'AI-2026-0099',
): Promise<AiView> {
  const figures = await app.modules.ai.figures()
  const now = Math.floor(app.context.clock.market())
  const terms = { ...GOOD['ai-card'], ...figures, opensAt: now + MINUTE, closesAt: now + 60 * DAY }
  for (const operatorId of ['demo-listing-1', 'demo-auditor-1']) {
    const acted = await app.modules.staff.act(operatorId, {
      power: 'ai-card.publish',
      subject: id,
      body: { terms },
    })
    if (!acted.ok) throw new Error(acted.rejection)
  }
  await app.call('POST', '/api/dev/clock', { body: { at: new Date(now + MINUTE).toISOString() } })
  return waitFor(
    async () => (await app.call('GET', '/api/ai')).data as AiView,
    (view) => view.now !== null && view.card!.open,
  )
}

/** An application of this member for a unit of the cheapest pick; its id. */
export async function aiApplication(
  app: Pick<TestApp, 'call' | 'context' | 'modules'>,
  token: string,
): Promise<string> {
  const { now } = await openAiCard(app)
  const [pick] = now!.picks.toSorted((a, b) => a.limit - b.limit)
  const answer = await app.call('POST', '/api/ai/applications', {
    token,
    body: { pickId: pick!.id, units: 1 },
  })
  if (answer.code !== 1) throw new Error(answer.msg)
  return answer.data.id
}
