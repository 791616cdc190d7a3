import { DAY, dateJst, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import type { ListingsPublic, Sample } from '#modules/listings/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { Evaluation } from '../model/method.ts'

/** The desk signs within a moment; the card opens soon after. */
const SIGNING: Ms = 20 * SECOND
const OPEN_DAYS = 180
const MEMBER_UNITS = 10

const NAMES = {
  ja: 'ともしび',
  en: 'Lantern',
  fr: 'Lanterne',
  es: 'Farol',
  'zh-Hans': '灯火',
  'zh-Hant': '燈火',
}
const METHOD = {
  ja: '毎営業日の終値で全銘柄を七つの特徴（5・20・60日の値動き、値動きの大きさ、出来高の変化、60日高値からの距離、決算までの日数）で順位づけし、リッジ回帰で重みを学びます。',
  en: 'Ranks every stock at each close by seven features: moves over 5, 20 and 60 days, size of daily swings, change of volume, distance from the 60-day high, days to results. Ridge regression learns the weights.',
  fr: 'Classe chaque action à la clôture selon sept critères : variation sur 5, 20 et 60 jours, ampleur des variations, volume, écart au plus haut de 60 jours, jours avant les résultats. Poids appris par régression ridge.',
  es: 'Ordena cada acción al cierre por siete rasgos: variación en 5, 20 y 60 días, amplitud diaria, cambio de volumen, distancia al máximo de 60 días y días hasta resultados. Los pesos se aprenden por regresión ridge.',
  'zh-Hans':
    '每个交易日收盘时，以七项特征（5、20、60日涨跌，日波动幅度，成交量变化，与60日高点的距离，距业绩公布天数）为全部股票排序，并以岭回归学习权重。',
  'zh-Hant':
    '每個交易日收盤時，以七項特徵（5、20、60日漲跌，日波動幅度，成交量變化，與60日高點的距離，距業績公布天數）為全部股票排序，並以嶺迴歸學習權重。',
} as const

type Deps = {
  context: Pick<AppContext, 'calendar' | 'schedule' | 'clock'>
  listings: Pick<ListingsPublic, 'published'>
  codeSha256: string
  /** True if a card of this very method is published. */
  hasCard: () => boolean
  /**
   * The evaluation up to the newest close; undefined: it is not known yet, and being reckoned from now on.
   */
  measured: () => Evaluation | null | undefined
}

/**
 * The card that the demo desk publishes of the model as it runs here: all its figures are the evaluation's.
 */
export function cardSample({
  context: { calendar, schedule, clock },
  listings,
  codeSha256,
  hasCard,
  measured,
}: Deps): Sample<'ai-card'> {
  const onTradingDay = (at: Ms): Ms =>
    calendar.isTradingDay(dateJst(at)) ? at : openingAt(schedule, calendar.next(dateJst(at)))
  return {
    due(tables, now) {
      if (hasCard() || !measured()) return null
      const year = dateJst(now).slice(0, 4)
      const used = listings.published(tables, 'ai-card').map(({ id }) => id)
      for (let n = 1; ; n++) {
        const id = `AI-${year}-${String(n).padStart(4, '0')}`
        if (!used.includes(id)) return id
      }
    },
    async terms() {
      const now = Math.floor(clock.market())
      const opensAt = onTradingDay(now + SIGNING)
      return {
        ...(measured()!.figures satisfies { testTo: DateJst }),
        codeSha256,
        names: NAMES,
        method: METHOD,
        perMemberUnits: MEMBER_UNITS,
        opensAt,
        closesAt: onTradingDay(opensAt + OPEN_DAYS * DAY),
      }
    },
  }
}
