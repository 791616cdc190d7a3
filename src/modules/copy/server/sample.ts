import { addDays, dateJst, DAY, SECOND, type Ms } from '#kernel/time.ts'
import { demoDeskFor, type Command } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { LEVEL_LIMITS } from '#modules/identity/model/levels.ts'
import { membersAfter, type MemberRow } from '#modules/identity/server/public.ts'
import { listingPublished } from '#modules/listings/server/events.ts'
import type { ListingsPublic, Sample } from '#modules/listings/server/public.ts'
import type { AppContext, Listener } from '#modules/module.ts'

/** Time that people at the desk need to sign, and the lead to pay. */
const SIGNING: Ms = 20 * SECOND
const OPEN_DAYS = 21
const LIFE_DAYS = 90
const CAP_YEN = 20_000_000
const STAKE_YEN = 2_000_000
const MINIMUM_YEN = 10_000

const NAMES = {
  ja: '静かな港・大型株',
  en: 'Quiet Harbour: large companies',
  'zh-Hans': '静港・大型股',
  'zh-Hant': '靜港・大型股',
  es: 'Puerto Tranquilo: grandes empresas',
  fr: 'Port Tranquille : grandes entreprises',
}
const STRATEGY = {
  ja: '売買の多い大型株を現物で数銘柄だけ買い、ゆっくり入れ替えます。レバレッジと空売りは使いません。値下がりすれば元本を割り込みます。',
  en: 'Buys a few much-traded large companies in full and changes them slowly. No leverage, no short selling. When they fall, you get back less than you paid in.',
  'zh-Hans':
    '以现货买入少数几只成交活跃的大型股，缓慢调整。不用杠杆，不卖空。股价下跌时，您拿回的会少于投入。',
  'zh-Hant':
    '以現貨買入少數幾檔成交活躍的大型股，緩慢調整。不用槓桿，不放空。股價下跌時，您拿回的會少於投入。',
  es: 'Compra al contado unas pocas empresas grandes muy negociadas y las cambia despacio. Sin apalancamiento ni ventas en corto. Si bajan, recuperará menos de lo aportado.',
  fr: 'Achète au comptant quelques grandes entreprises très échangées et en change lentement. Ni levier ni vente à découvert. Si elles baissent, vous récupérez moins que votre mise.',
}

/** Names of the sample with this id: each after the first has its number, so that no two are called alike. */
export function sampleNames(id: string): typeof NAMES {
  const n = Number(id.slice(-4))
  const [cjk, latin] = n > 1 ? [` 第${n}期`, ` ${n}`] : ['', '']
  const { ja, en, es, fr, 'zh-Hans': hans, 'zh-Hant': hant } = NAMES
  return {
    ja: ja + cjk,
    en: en + latin,
    'zh-Hans': hans + cjk,
    'zh-Hant': hant + cjk,
    es: es + latin,
    fr: fr + latin,
  }
}

type Deps = { context: AppContext; listings: Pick<ListingsPublic, 'published'>; stake: Command }

/**
 * A pool to try: led by the second demo member, who pays the stake as soon as the terms are published (the
 * demo setting has nobody at that phone).
 */
export function copySample({ context, listings, stake }: Deps): {
  sample: Sample<'copy-product'>
  listener: Listener
} {
  let asked = ''
  const leadIn = (tables: TableReader): MemberRow | null => {
    const second = membersAfter(tables, 1, 1)[0]
    return second !== undefined && LEVEL_LIMITS[second.level].products === 'lead' ? second : null
  }
  const sample: Sample<'copy-product'> = {
    due(tables, now) {
      const all = listings.published(tables, 'copy-product')
      if (leadIn(tables) === null || all.some(({ isVoid, terms }) => !isVoid && terms.closesAt > now))
        return null
      const year = dateJst(now).slice(0, 4)
      for (let n = 1; ; n++) {
        const id = `CPY-${year}-${String(n).padStart(4, '0')}`
        if (!all.some((each) => each.id === id)) return id
      }
    },
    async terms(id) {
      asked = id
      const now = Math.floor(context.clock.market())
      return {
        names: sampleNames(id),
        strategy: STRATEGY,
        leadMemberId: leadIn(context.engine.read)!.id,
        capYen: CAP_YEN,
        minimumYen: MINIMUM_YEN,
        leadStakeYen: STAKE_YEN,
        performancePpm: 150_000,
        managementPpm: 10_000,
        opensAt: now + SIGNING,
        closesAt: now + OPEN_DAYS * DAY,
        endsOn: context.calendar.next(addDays(dateJst(now), LIFE_DAYS)),
      }
    },
  }
  const listener: Listener = listen(listingPublished, ({ id }) => {
    if (id !== asked) return
    const memberId = leadIn(context.engine.read)!.id
    void context.engine.submit(stake, { poolId: id }, demoDeskFor(memberId))
  })
  return { sample, listener }
}
