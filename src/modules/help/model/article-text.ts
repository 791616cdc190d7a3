/** Words of an article in one language, figures not yet in their places. */
export type ArticleText = {
  readonly id: string
  readonly title: string
  /** The answer in a sentence, which stands first. */
  readonly answer: string
  /** Words by which people look for it that do not stand in it: readings in kana, other names. */
  readonly terms: readonly string[]
  /** Paragraphs, a line each; a line that begins with `- ` is a point of a list. */
  readonly body: string
}

/**
 * The articles of a file. `# id` begins one; its title, its answer and its terms (`?`, parted by commas)
 * follow, a line each, and then the body.
 */
export const articlesIn = (file: string): ArticleText[] =>
  file
    .trim()
    .split(/^# /m)
    .slice(1)
    .map((text) => {
      const [id = '', title = '', answer = '', terms = '', ...body] = text.trim().split('\n')
      return {
        id,
        title,
        answer,
        terms: terms
          .replace(/^\? /, '')
          .split(/[,、，]\s*/)
          .filter((term) => term !== ''),
        body: body.join('\n'),
      }
    })
