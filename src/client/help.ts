import { TERMS, type ArticleId, type TermName } from '#registry/help.ts'
import { paths } from './paths.ts'

export type { ArticleId, TermName }

export const helpOn = (article: ArticleId): string => paths.helpArticle({ id: article })
/** The article that says more of a term. */
export const helpOnTerm = (term: TermName): string => helpOn(TERMS[term])
