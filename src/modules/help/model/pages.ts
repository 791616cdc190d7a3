import { page, param } from '#wire/page.ts'

export const PAGES = {
  help: page('/subPackages/help/help'),
  helpArticle: page('/subPackages/help/article', { id: param.id }),
}
