import type { LineId } from '../model/studies.ts'

/** A line's look: a token of the theme, and dashed where another study has the same colour. */
export type Look = { readonly token: string; readonly dashed?: true }

export const LOOKS: Readonly<Record<LineId, Look>> = {
  'sma.short': { token: '--ma-short' },
  'sma.middle': { token: '--ma-mid' },
  'sma.long': { token: '--ma-long' },
  'ema.short': { token: '--ma-short', dashed: true },
  'ema.middle': { token: '--ma-mid', dashed: true },
  'ema.long': { token: '--ma-long', dashed: true },
  'bollinger.upper': { token: '--study-teal' },
  'bollinger.middle': { token: '--study-teal', dashed: true },
  'bollinger.lower': { token: '--study-teal' },
  'ichimoku.conversion': { token: '--study-pink' },
  'ichimoku.base': { token: '--study-brown' },
  'ichimoku.spanA': { token: '--up' },
  'ichimoku.spanB': { token: '--down' },
  'ichimoku.lagging': { token: '--study-olive' },
  'vwap.line': { token: '--study-pink', dashed: true },
  'volumeAverage.line': { token: '--study-brown' },
  'rsi.line': { token: '--ma-long' },
  'macd.line': { token: '--ma-mid' },
  'macd.signal': { token: '--ma-short' },
  'macd.histogram': { token: '--grey-2' },
  'stochastics.k': { token: '--ma-mid' },
  'stochastics.d': { token: '--ma-short' },
}
