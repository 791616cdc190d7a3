import type { CardFigures } from '#modules/listings/model/facts.ts'

/** Questions that other modules, and the shell, may ask of the model. */
export type AiPublic = {
  /**
   * The figures that a card of the model would have to state, up to the newest close; null: the market is too
   * short for any. Learned and measured first where it is not known.
   */
  figures(): Promise<CardFigures | null>
}
