import type { CardFigures } from '#modules/listings/model/facts.ts'

/** What other modules, and the shell, may ask of the model. */
export type AiPublic = {
  /**
   * What a card of the model would have to say, up to the newest close; null: the market is too short for
   * any. Learned and measured first where it is not known.
   */
  figures(): Promise<CardFigures | null>
}
