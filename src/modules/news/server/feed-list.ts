import { hash } from 'node:crypto'
import { no } from '#kernel/result.ts'
import { done } from '#platform/engine/command.ts'
import type { AppContext } from '#modules/module.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { feedSwitched } from './events.ts'
import { feedAddress } from './feed-address.ts'
import { newsFeeds } from './tables.ts'

/**
 * A feed as it stands: `configured` ones are named by `NEWS_FEEDS`, and on unless an operator has switched
 * them off.
 */
export type Feed = { id: string; address: string; isOn: boolean; configured: boolean }

export const feedIdOf = (address: string): string => hash('sha256', address).slice(0, 24)

/** Every feed that the server knows: those of the configuration, then what operators have added. */
export function openFeeds({ config, engine }: Pick<AppContext, 'config' | 'engine'>): Feed[] {
  const set = engine.read.of(newsFeeds)
  const configured = config.newsFeeds.map((address) => ({
    id: feedIdOf(address),
    address,
    isOn: set.get(feedIdOf(address))?.isOn ?? true,
    configured: true,
  }))
  const added = set
    .all()
    .filter(({ address }) => !config.newsFeeds.includes(address))
    .toSorted((a, b) => a.at - b.at)
  return [...configured, ...added.map(({ id, address, isOn }) => ({ id, address, isOn, configured: false }))]
}

type Body = { address: string; isOn: boolean }

/**
 * `news.feed`: switches a feed on or off; the subject is its id. What it gave before stays. Refused:
 * FEED_ADDRESS, FEED_AS_IT_IS.
 */
export const switchFeed = ({
  newsFeeds: configured,
}: AppContext['config']): Effect<Body, { configured: boolean }> => ({
  power: 'news.feed',
  refuse: (_tables, subject, { address, isOn }) =>
    typeof address === 'string' && typeof isOn === 'boolean' && subject === feedIdOf(address)
      ? null
      : no('FEED_ADDRESS'),
  // The configuration is no row: what it says is journalled.
  captureInputs: (_tables, _subject, { address }) => ({ configured: configured.includes(address) }),
  carryOut(tables, { subject, body: { address, isOn } }, { wall }, inputs) {
    if (feedAddress(address) !== address && !inputs.configured) return no('FEED_ADDRESS')
    const table = tables.of(newsFeeds)
    const known = table.get(subject)
    if ((known?.isOn ?? inputs.configured) === isOn) return no('FEED_AS_IT_IS')
    if (known === undefined) table.insert({ id: subject, address, isOn, at: wall })
    else table.update(known, { isOn, at: wall })
    return done(null, [feedSwitched(subject)])
  },
  memberOf: () => null,
})
