/** Articles of the help centre, and the one that explains a term: all that other pages know of it. */
export type { ArticleId } from '#modules/help/model/articles.ts'
export { TERMS, type TermName } from '#modules/help/model/terms.ts'
